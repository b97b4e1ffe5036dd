import type { Assignment } from '../../contract/runner-protocol.ts'
import { redactQuotes } from './redact-quotes.ts'

/** Whether the request is confidential, and how it then stays off GitHub. */
export interface Confidentiality {
  /** True: no prompt may show on GitHub. */
  readonly isOn: boolean
  /** Takes in one more prompt. */
  add(prompt: string): void
  /** The text without quotes of a prompt, but for what `published` holds, too. */
  withhold(text: string, published?: string): string
}

export function openConfidentiality({
  showPrompt,
  prompts,
  earlier,
}: Pick<Assignment, 'showPrompt' | 'prompts' | 'earlier'>): Confidentiality {
  const known = [...prompts.map(({ text }) => text), ...earlier.flatMap((turn) => turn.prompts)]
  return {
    isOn: !showPrompt,
    add: (prompt) => void known.push(prompt),
    withhold: (text, published = '') =>
      showPrompt ? text : redactQuotes(text, { prompts: known, published }),
  }
}
