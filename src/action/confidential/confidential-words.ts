import type { FileNote } from '../../contract/runner-protocol/result.ts'
import type { Confidentiality } from './confidentiality.ts'

/** The model's words about its change, which are published. */
export interface Words {
  readonly title: string
  readonly body: string
  readonly commitMessage: string
  /** Why single files changed. */
  readonly files: readonly FileNote[]
}

/** What the change itself makes public. */
export interface Shown {
  readonly files: readonly string[]
  /** Paths and changed lines. */
  readonly text: string
}

/** The words without quotes of a confidential prompt. An empty title or subject is replaced by the changed files. Pure. */
export function confidentialWords(words: Words, shown: Shown, confidentiality: Confidentiality): Words {
  const redact = (text: string) => confidentiality.redactQuotes(text, shown.text)
  const title = redact(words.title)
  const [subject = '', ...rest] = redact(words.commitMessage).trim().split('\n')
  return {
    title: hasWords(title) ? title : nameFiles(shown.files),
    body: redact(words.body),
    files: words.files.map(({ path, why }) => ({ path, why: redact(why) })),
    commitMessage: [hasWords(subject) ? subject : nameFiles(shown.files), ...rest].join('\n'),
  }
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

function nameFiles(files: readonly string[]): string {
  const [first = 'files', second, ...more] = files
  if (second === undefined) return `Change ${first}`
  if (more.length === 0) return `Change ${first} and ${second}`
  return `Change ${first}, ${second} and ${more.length} more`
}
