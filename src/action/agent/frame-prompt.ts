import type { NumberedPrompt } from '../../contract/runner-protocol.ts'

/** A longer prompt becomes a file, and only its ends stand in the conversation. */
const LONGEST_INLINE = 20_000
const END_LENGTH = 2000

export interface FramedPrompt {
  readonly text: string
  /** What has to be readable under the name that the text gives. */
  readonly file: { readonly path: string; readonly text: string } | null
}

/** The one place that writes prompt tags: what stands between them is what the caller asked for. Pure. */
export function framePrompt({ number, text }: NumberedPrompt): FramedPrompt {
  if (text.length <= LONGEST_INLINE) return { text: frame(number, text), file: null }
  const path = `prompt-${number}.txt`
  const head = text.slice(0, END_LENGTH).toWellFormed()
  const tail = text.slice(-END_LENGTH).toWellFormed()
  const note = `[${text.length - 2 * END_LENGTH} characters left out here. The whole prompt is in ${path}: read it first.]`
  return { text: frame(number, `${head}\n${note}\n${tail}`), file: { path, text } }
}

const frame = (number: number, text: string): string => `<prompt number="${number}">\n${text}\n</prompt>`

/** Keeps other text from looking like a prompt: a repository's file may hold the very tags. */
export const disarmTags = (text: string): string => text.replace(/<(\/?)prompt\b/gi, '<$1_prompt')
