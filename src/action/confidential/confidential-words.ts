import type { Confidentiality } from './confidentiality.ts'

/** What the model says about its change, where the public may read it. */
export interface Words {
  readonly title: string
  readonly body: string
  readonly commitMessage: string
}

/** What the change shows by itself: to say it again tells nothing. */
export interface Shown {
  readonly files: readonly string[]
  /** Paths and changed lines. */
  readonly text: string
}

/** The words without quotes of a confidential request. A title that says nothing, or is none, names the files. Pure. */
export function confidentialWords(words: Words, shown: Shown, discretion: Confidentiality): Words {
  const withhold = (text: string) => discretion.withhold(text, shown.text)
  const title = withhold(words.title)
  const [subject = '', ...rest] = withhold(words.commitMessage).trim().split('\n')
  return {
    title: saysSomething(title) ? title : nameFiles(shown.files),
    body: withhold(words.body),
    commitMessage: [saysSomething(subject) ? subject : nameFiles(shown.files), ...rest].join('\n'),
  }
}

const saysSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

function nameFiles(files: readonly string[]): string {
  const [first = 'files', second, ...more] = files
  if (second === undefined) return `Change ${first}`
  if (more.length === 0) return `Change ${first} and ${second}`
  return `Change ${first}, ${second} and ${more.length} more`
}
