import { PROMPT_LIMIT, PromptText } from '../../../../contract/job.ts'
import { number } from '../frame/formats.ts'
import type { View } from '../frame/view.ts'

/** The prompt of a form. Browsers send line ends as CRLF. */
export const promptIn = (form: URLSearchParams): string => (form.get('prompt') ?? '').replaceAll('\r\n', '\n')

/** `null`: nothing. */
export function whatIsWrongWithPrompt(view: Pick<View, 'locale'>, prompt: string): string | null {
  if (PromptText.safeParse(prompt).success) return null
  return prompt.length > PROMPT_LIMIT
    ? `The prompt is longer than ${number(view, PROMPT_LIMIT)} characters. Shorten it.`
    : 'The prompt is empty. Describe what to do.'
}
