import type { Assignment } from '../../contract/runner-protocol/assignment.ts'

/** Whether the prompts are confidential, and how their words are kept off GitHub. */
export interface Confidentiality {
  /** True: no prompt may appear on GitHub. */
  readonly isOn: boolean
  /** Adds a prompt that came in later. */
  add(prompt: string): void
  /** The text without quotes of a prompt. Words that `published` also contains are kept. */
  redactQuotes(text: string, published?: string): string
}

export function openConfidentiality({
  showPrompt,
  prompts,
  earlier,
}: Pick<Assignment, 'showPrompt' | 'prompts' | 'earlier'>): Confidentiality {
  const all = [...prompts.map(({ text }) => text), ...earlier.flatMap((turn) => turn.prompts)]
  return {
    isOn: !showPrompt,
    add: (prompt) => void all.push(prompt),
    redactQuotes: (text, published = '') =>
      showPrompt ? text : redactQuotes(text, { prompts: all, published }),
  }
}

/** A quote has at least this many consecutive characters of a prompt; a run of white space counts as one. */
const MIN_QUOTE_LENGTH = 24
/** Every quote has this many consecutive characters that are not passed over. */
const WINDOW = 12

/** Characters that may stand between quoted words: white space, Markdown's quote and emphasis characters, invisible ones. */
const PASSED_OVER = /[\s>*_~`\p{Default_Ignorable_Code_Point}]/u

interface Folded {
  /** In lower case, without the characters that are passed over. */
  readonly text: string
  /** Position of each character in the original. */
  readonly at: readonly number[]
}

/**
 * The text with every verbatim quote of a prompt replaced by an ellipsis, except for words that `published` has, too.
 * Shorter matches stay, since they are common phrases. Pure.
 */
export function redactQuotes(
  original: string,
  { prompts, published }: { prompts: readonly string[]; published: string },
): string {
  const text = original.normalize('NFC')
  const folded = fold(text)
  const windows = windowsOf(folded.text)
  const quoted = new Set(
    prompts.flatMap((prompt) => sharedWindows(fold(prompt.normalize('NFC')).text, windows)),
  )
  if (quoted.size === 0) return original
  for (const shown of sharedWindows(fold(published.normalize('NFC')).text, quoted)) quoted.delete(shown)
  return replaceQuotes(text, folded, quoted)
}

function fold(text: string): Folded {
  const at: number[] = []
  let folded = ''
  let index = 0
  for (const character of text) {
    if (!PASSED_OVER.test(character)) {
      const lower = character.toLowerCase()
      folded += lower
      for (let unit = 0; unit < lower.length; unit += 1) at.push(index)
    }
    index += character.length
  }
  return { text: folded, at }
}

const windowAt = (text: string, start: number): string => text.slice(start, start + WINDOW)

function windowsOf(text: string): Set<string> {
  const windows = new Set<string>()
  for (let start = 0; start + WINDOW <= text.length; start += 1) windows.add(windowAt(text, start))
  return windows
}

function sharedWindows(text: string, windows: ReadonlySet<string>): string[] {
  const shared = new Set<string>()
  for (let start = 0; start + WINDOW <= text.length; start += 1) {
    const window = windowAt(text, start)
    if (windows.has(window)) shared.add(window)
  }
  return [...shared]
}

/** A quote is a sequence of quoted windows, each one character after the last. */
function replaceQuotes(text: string, folded: Folded, quoted: ReadonlySet<string>): string {
  let clean = ''
  let done = 0
  for (let start = 0; start + WINDOW <= folded.text.length; start += 1) {
    if (!quoted.has(windowAt(folded.text, start))) continue
    let last = start
    while (quoted.has(windowAt(folded.text, last + 1))) last += 1
    const from = folded.at[start] ?? 0
    const to = endOf(text, folded.at[last + WINDOW - 1] ?? 0)
    if (text.slice(from, to).replace(/\s+/g, ' ').length >= MIN_QUOTE_LENGTH) {
      clean += `${text.slice(done, Math.max(done, from))}…`
      done = to
    }
    start = last
  }
  return clean + text.slice(done)
}

const endOf = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
