/** One line of a prompt that the scripted model can act on. Texts are literal: nothing in them is an escape. */
export type Sentence =
  | { readonly kind: 'replace'; readonly old: string; readonly new: string; readonly path: string }
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly text: string; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'wait'; readonly seconds: number }

export const SENTENCE_FORMS = [
  'Replace "A" with "B" in PATH',
  'Create PATH with "TEXT"',
  'Append "TEXT" to PATH',
  'Delete PATH',
  'Wait N seconds',
] as const

export const UNDERSTOOD =
  `I am a scripted model and act on lines of these forms: ${SENTENCE_FORMS.join(' · ')}. ` +
  'Start the sandbox with the key of a real model in its environment (ANTHROPIC_API_KEY, say), and any prompt will do'

/*
 * A keyword counts only where it stands beside the quote that ends or starts a text, so that "with", "in" and "to"
 * may occur in paths and in texts. Where it still occurs twice, a text before `with` ends at the first, a path before
 * `with` too, and a text before `in` or `to` ends at the last, for a path holds no quote.
 */
const REPLACE = /^[Rr]eplace "(.+?)" with "(.*)" in (\S.*)$/
const CREATE = /^[Cc]reate (\S.*?) with "(.*)"\.?$/
const APPEND = /^[Aa]ppend "(.*)" to (\S.*)$/
const DELETE = /^[Dd]elete (\S.*)$/
const WAIT = /^[Ww]ait (\d{1,5}(?:\.\d{1,3})?) seconds?\.?$/

/** `null`: not a sentence it understands. A full stop after a path is part of the path. */
export function parseSentence(line: string): Sentence | null {
  const sentence = line.trim()
  const replace = REPLACE.exec(sentence)
  if (replace)
    return { kind: 'replace', old: group(replace, 1), new: group(replace, 2), path: group(replace, 3) }
  const create = CREATE.exec(sentence)
  if (create) return { kind: 'create', path: group(create, 1), text: group(create, 2) }
  const append = APPEND.exec(sentence)
  if (append) return { kind: 'append', text: group(append, 1), path: group(append, 2) }
  const remove = DELETE.exec(sentence)
  if (remove) return { kind: 'delete', path: group(remove, 1) }
  const wait = WAIT.exec(sentence)
  if (wait) return { kind: 'wait', seconds: Number(group(wait, 1)) }
  return null
}

export interface ParsedPrompt {
  readonly sentences: readonly Sentence[]
  /** Lines it does not understand. */
  readonly unknown: readonly string[]
}

export function parsePrompt(text: string): ParsedPrompt {
  const sentences: Sentence[] = []
  const unknown: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const sentence = parseSentence(line)
    if (sentence) sentences.push(sentence)
    else unknown.push(line.trim())
  }
  return { sentences, unknown }
}

const group = (match: RegExpExecArray, index: number): string => match[index] ?? ''
