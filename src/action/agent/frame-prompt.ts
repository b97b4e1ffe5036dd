import type { NumberedPrompt } from '../../contract/runner-protocol.ts'
import type { Frames } from './open-frames.ts'

/** A longer prompt becomes a file, and only its ends stand in the conversation. */
const LONGEST_INLINE = 20_000
const END_LENGTH = 2000
/** In a small window a prompt has twice its share of room, and in any room for its ends. */
const inlineFor = (share: number): number => Math.max(3 * END_LENGTH, Math.min(1, 2 * share) * LONGEST_INLINE)

export interface FramedPrompt {
  readonly text: string
  /** What has to be readable under the name that the text gives. */
  readonly file: { readonly path: string; readonly text: string } | null
}

/** The one place that writes prompt tags: what stands between them is what the caller asked for. Pure. */
export function framePrompt({ number, text }: NumberedPrompt, { frame }: Frames, share = 1): FramedPrompt {
  if (text.length <= inlineFor(share)) return { text: frame('prompt', { number }, text), file: null }
  const path = `prompt-${number}.txt`
  const head = text.slice(0, END_LENGTH).toWellFormed()
  const tail = text.slice(-END_LENGTH).toWellFormed()
  const note = `[${text.length - 2 * END_LENGTH} characters left out here. The whole prompt is in ${path}: read it first.]`
  return { text: frame('prompt', { number }, `${head}\n${note}\n${tail}`), file: { path, text } }
}
