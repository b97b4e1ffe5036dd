import { cutHead, cutTail } from '../../../contract/cut-text.ts'
import type { NumberedPrompt } from '../../../contract/runner-protocol.ts'
import type { Delimiters } from './delimiters.ts'

/** A longer prompt becomes a file, and only its ends stand in the conversation. */
const LONGEST_INLINE = 20_000
const END_LENGTH = 2000
/** Of the note between the ends. */
const NOTE_LENGTH = 120
/** What an older prompt that has no room as a whole is left by the newer ones. */
const OLDER_LENGTH = 500

/** What has to be readable under the name that the framed text gives. */
export interface PromptFile {
  readonly path: string
  readonly text: string
}

/** No file of a repository has a name that begins with a slash, so this one hides none. */
export const promptFile = ({ number, text }: NumberedPrompt): PromptFile => ({
  path: `/prompts/${number}.txt`,
  text,
})

/** The one place that writes prompt tags: what stands between them is what the caller asked for. Pure. */
export function framePrompt(prompt: NumberedPrompt, { frame }: Delimiters, most = LONGEST_INLINE): string {
  const { number, text } = prompt
  if (text.length <= most) return frame('prompt', { number }, text)
  const end = Math.max(0, Math.min(END_LENGTH, Math.floor((most - NOTE_LENGTH) / 2)))
  const head = cutHead(text, end)
  const tail = cutTail(text, end)
  const note = `[${text.length - head.length - tail.length} characters left out here. The whole prompt is in ${promptFile(prompt).path}: read it first.]`
  return frame('prompt', { number }, `${head}\n${note}\n${tail}`)
}

/**
 * Several prompts, in about `room` characters: the newest whole as far as it fits, of the older ones what room it
 * leaves, and of each at least where to read it. Pure.
 */
export function framePrompts(prompts: readonly NumberedPrompt[], frames: Delimiters, room: number): string[] {
  let left = room
  const newestFirst = prompts.toReversed().map((prompt, index) => {
    const older = index === 0 ? 0 : prompts.length - 1 - index
    const framed = framePrompt(prompt, frames, Math.min(LONGEST_INLINE, left - older * OLDER_LENGTH))
    left -= framed.length
    return framed
  })
  return newestFirst.toReversed()
}
