/** One line of a prompt that the scripted model can act on. Texts are literal, without escapes. */
export type Sentence =
  | { readonly kind: 'replace'; readonly old: string; readonly new: string; readonly path: string }
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  /** It leaves open which text: the model asks, and an answer decides. */
  | { readonly kind: 'choose'; readonly path: string; readonly choices: readonly string[] }
  | { readonly kind: 'append'; readonly text: string; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string }
  /** Only a question asks for it; it changes nothing. */
  | { readonly kind: 'show'; readonly path: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The output of the run, as JSON. */
  | { readonly kind: 'output'; readonly text: string }
  /** For each file in which the merge of the base has left a conflict; no prompt says it. */
  | { readonly kind: 'resolve'; readonly path: string }

export const SENTENCE_FORMS = [
  'Replace "A" with "B" in PATH',
  'Create PATH with "TEXT"',
  'Create PATH with either "A" or "B"',
  'Append "TEXT" to PATH',
  'Delete PATH',
  'Show PATH',
  'Wait N seconds',
  'Return JSON',
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
const CHOOSE = /^[Cc]reate (\S.*?) with either "(.+?)" or "(.+)"\.?$/
const APPEND = /^[Aa]ppend "(.*)" to (\S.*)$/
const DELETE = /^[Dd]elete (\S.*)$/
const SHOW = /^[Ss]how (\S.*)$/
const OUTPUT = /^[Rr]eturn ([{["\d-].*|true|false|null)$/
const WAIT = /^[Ww]ait (\d{1,5}(?:\.\d{1,3})?) seconds?\.?$/

/** `null`: not one of the forms above. A full stop after a path is part of the path. */
export function parseSentence(line: string): Sentence | null {
  const sentence = line.trim()
  const replace = REPLACE.exec(sentence)
  if (replace)
    return { kind: 'replace', old: group(replace, 1), new: group(replace, 2), path: group(replace, 3) }
  const choose = CHOOSE.exec(sentence)
  if (choose) return { kind: 'choose', path: group(choose, 1), choices: [group(choose, 2), group(choose, 3)] }
  const create = CREATE.exec(sentence)
  if (create) return { kind: 'create', path: group(create, 1), text: group(create, 2) }
  const append = APPEND.exec(sentence)
  if (append) return { kind: 'append', text: group(append, 1), path: group(append, 2) }
  const remove = DELETE.exec(sentence)
  if (remove) return { kind: 'delete', path: group(remove, 1) }
  const show = SHOW.exec(sentence)
  if (show) return { kind: 'show', path: group(show, 1) }
  const output = OUTPUT.exec(sentence)
  if (output) return { kind: 'output', text: group(output, 1) }
  const wait = WAIT.exec(sentence)
  if (wait) return { kind: 'wait', seconds: Number(group(wait, 1)) }
  return null
}

/** The sentence as its form has it. */
export function writeSentence(sentence: Sentence): string {
  switch (sentence.kind) {
    case 'replace':
      return `Replace "${sentence.old}" with "${sentence.new}" in ${sentence.path}`
    case 'create':
      return `Create ${sentence.path} with "${sentence.text}"`
    case 'choose':
      return `Create ${sentence.path} with either ${sentence.choices.map((choice) => `"${choice}"`).join(' or ')}`
    case 'append':
      return `Append "${sentence.text}" to ${sentence.path}`
    case 'delete':
      return `Delete ${sentence.path}`
    case 'show':
      return `Show ${sentence.path}`
    case 'wait':
      return `Wait ${sentence.seconds} seconds`
    case 'output':
      return `Return ${sentence.text}`
    case 'resolve':
      return `Resolve the conflict in ${sentence.path}`
  }
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
  if (!('path' in sentence) || !EACH_FILE.test(sentence.path)) return [sentence]
  return files.length === 0 ? null : files.map((path) => ({ ...sentence, path }))
}

const group = (match: RegExpExecArray, index: number): string => match[index] ?? ''
