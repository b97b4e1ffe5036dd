import type { Question } from '../../contract/question.ts'
import type { Job } from '../domain/job.ts'
import { openQuestion } from '../domain/turns.ts'
import { questionIn, readResults } from '../job-store/run-history.ts'
import type { Store } from '../store/store.ts'

/** The question that waits for an answer; `null`: none does. */
export async function readOpenQuestion(store: Store, job: Job): Promise<Question | null> {
  const number = openQuestion(job)
  if (number === null) return null
  const [result] = await readResults(store, job.id, [{ number }])
  return questionIn(result)
}

/** Whether an answer is a number, but that of no choice. People also type the wide digits of their keyboard. Pure. */
export function isNoChoice(answer: string, { choices }: Question): boolean {
  const [, digits] = /^\s*#?(\d{1,9})[.)!]?\s*$/.exec(answer.slice(0, 40).normalize('NFKC')) ?? []
  return digits !== undefined && !choices.some((_, at) => at + 1 === Number(digits))
}
