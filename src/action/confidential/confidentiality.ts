import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import { redactQuotes } from './redact-quotes.ts'

/** Whether the prompts are confidential, and how their words are kept off GitHub. */
export interface Confidentiality {
  /** True: no prompt may appear on GitHub. */
  readonly isOn: boolean
  /** Adds a prompt that came in later. */
  add(prompt: string): void
  /** The text without quotes of a prompt, except for words that `published` has, too. */
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
