import type { NumberedPrompt } from '../../../contract/runner-protocol/protocol.ts'
import { cutHead, cutTail } from '../../../contract/text.ts'

/** Writes the tags around text of others. They carry the nonce of this run, which nobody could know before it. */
export interface Delimiters {
  readonly nonce: string
  /** `attributes` say where the text comes from. Whatever the text holds, tags included, is only text. */
  wrap(kind: DelimiterKind, attributes: Readonly<Record<string, string | number>>, text: string): string
}

type DelimiterKind = 'prompt' | 'instructions' | 'template' | 'earlier-turn' | 'diff' | 'notes' | 'data'

/** `nonce`: a few random letters and digits. */
export function createDelimiters(nonce: string): Delimiters {
  // A run may read its own nonce in a file that a hostile text made the model write: in other letter case, or with
  // invisible characters in it.
  const anyNonce = new RegExp([...nonce].join('\\p{Default_Ignorable_Code_Point}*'), 'giu')
  const withoutNonce = (text: string): string => text.replace(anyNonce, '…')
  return {
    nonce,
    wrap(kind, attributes, text) {
      const shown = Object.entries(attributes).map(
        ([name, value]) => ` ${name}=${withoutNonce(JSON.stringify(String(value)))}`,
      )
      return `<${kind}-${nonce}${shown.join('')}>\n${withoutNonce(text)}\n</${kind}-${nonce}>`
    },
  }
}

/** A longer prompt becomes a file; the conversation has only its beginning and its end. */
const MAX_INLINE_LENGTH = 20_000
const END_LENGTH = 2000
/** Of the note between the two. */
const NOTE_LENGTH = 120
/** Room that newer prompts leave to an older one that does not fit as a whole. */
const OLDER_LENGTH = 500

/** Must be readable under the path that the delimited prompt names. */
export interface PromptFile {
  readonly path: string
  readonly text: string
}

/** No file of a repository has a path that begins with a slash, so this one hides none. */
export const promptFile = ({ number, text }: NumberedPrompt): PromptFile => ({
  path: `/prompts/${number}.txt`,
  text,
})

/** The only code that writes prompt tags: what stands between them is what the caller asked for. Pure. */
export function delimitPrompt(
  prompt: NumberedPrompt,
  { wrap }: Delimiters,
  maxLength = MAX_INLINE_LENGTH,
): string {
  const { number, text } = prompt
  if (text.length <= maxLength) return wrap('prompt', { number }, text)
  const end = Math.max(0, Math.min(END_LENGTH, Math.floor((maxLength - NOTE_LENGTH) / 2)))
  const head = cutHead(text, end)
  const tail = cutTail(text, end)
  const note = `[${text.length - head.length - tail.length} characters left out here. The whole prompt is in ${promptFile(prompt).path}: read it first.]`
  return wrap('prompt', { number }, `${head}\n${note}\n${tail}`)
}

/**
 * Several prompts in about `room` characters. The newest one is complete if it fits, older ones get the room that is
 * left, and each says at least where to read it. Pure.
 */
export function delimitPrompts(
  prompts: readonly NumberedPrompt[],
  delimiters: Delimiters,
  room: number,
): string[] {
  let left = room
  const newestFirst = prompts.toReversed().map((prompt, index) => {
    const older = index === 0 ? 0 : prompts.length - 1 - index
    const text = delimitPrompt(prompt, delimiters, Math.min(MAX_INLINE_LENGTH, left - older * OLDER_LENGTH))
    left -= text.length
    return text
  })
  return newestFirst.toReversed()
}
