/** One line of a prompt that the scripted model can act on. Texts are literal, without escapes. */
export type Sentence =
  | { readonly kind: 'replace'; readonly old: string; readonly new: string; readonly path: string }
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly text: string; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** For each file in which the merge of the base has left a conflict; no prompt says it. */
  | { readonly kind: 'resolve'; readonly path: string }

export const SENTENCE_FORMS = [
  'Replace "A" with "B" in PATH',
  'Create PATH with "TEXT"',
  'Append "TEXT" to PATH',
  'Delete PATH',
  'Wait N seconds',
  'Append "TEXT" to each file',
] as const

export const UNDERSTOOD =
  `I am a scripted model and understand only lines of these forms: ${SENTENCE_FORMS.join(' · ')}. ` +
  'For any other prompt, start the sandbox with a real or local model: npm run sandbox -- --help says how'

/*
 * A keyword counts only next to the quote that starts or ends a text, so paths and texts can contain "with", "in" and
 * "to". If it still occurs twice, a text or path before `with` ends at the first, and a text before `in` or `to` ends at
 * the last, because a path contains no quotes.
 */
const REPLACE = /^[Rr]eplace "(.+?)" with "(.*)" in (\S.*)$/
const CREATE = /^[Cc]reate (\S.*?) with "(.*)"\.?$/
const APPEND = /^[Aa]ppend "(.*)" to (\S.*)$/
const DELETE = /^[Dd]elete (\S.*)$/
const WAIT = /^[Ww]ait (\d{1,5}(?:\.\d{1,3})?) seconds?\.?$/

/** `null`: not one of the forms above. A full stop after a path is part of the path. */
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
  /** Lines of no known form. */
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

/** Instead of a path: the files of a job of a batch. */
const EACH_FILE = /^each file\.?$/

/** The same for each of these files if it names no other; without files, `each file` is no path. */
export const forEachFile = (sentence: Sentence, files: readonly string[]): readonly Sentence[] | null => {
  if (sentence.kind === 'wait' || !EACH_FILE.test(sentence.path)) return [sentence]
  return files.length === 0 ? null : files.map((path) => ({ ...sentence, path }))
}

const group = (match: RegExpExecArray, index: number): string => match[index] ?? ''
