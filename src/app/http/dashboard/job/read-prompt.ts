import { PROMPT_LIMIT, PromptText } from '../../../../contract/job.ts'
import { number } from '../frame/formats.ts'
import type { View } from '../frame/view.ts'
import { JOB_WORDS } from './job-words.ts'

/** The prompt of a form. One that is too long is cut, still too long, so that a page shows little more than the limit. */
export const promptIn = (form: URLSearchParams): string =>
  (form.get('prompt') ?? '').slice(0, PROMPT_LIMIT + 1)

/** `null`: nothing. */
export function whatIsWrongWithPrompt(view: Pick<View, 'say' | 'locale'>, prompt: string): string | null {
  if (PromptText.safeParse(prompt).success) return null
  const words = view.say(JOB_WORDS)
  return prompt.length > PROMPT_LIMIT ? words.longPrompt(number(view, PROMPT_LIMIT)) : words.emptyPrompt
}
