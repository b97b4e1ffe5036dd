import { PROMPT_LIMIT, PromptText } from '../../../../contract/job.ts'
import { number } from '../frame/formats.ts'
import type { View } from '../frame/view.ts'
import { JOB_WORDS } from './job-words.ts'

/** The prompt of a form. One that is too long is cut, still too long, so that a page shows little more than the limit. */
export function promptIn(form: URLSearchParams): string {
  const text = form.get('prompt') ?? ''
  if (text.length <= PROMPT_LIMIT) return text
  let end = 0
  for (let points = 0; points <= PROMPT_LIMIT && end < text.length; points++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** `null`: nothing. */
export function whatIsWrongWithPrompt(view: Pick<View, 'say' | 'locale'>, prompt: string): string | null {
  if (PromptText.safeParse(prompt).success) return null
  const words = view.say(JOB_WORDS)
  return prompt.length > PROMPT_LIMIT ? words.longPrompt(number(view, PROMPT_LIMIT)) : words.emptyPrompt
}
