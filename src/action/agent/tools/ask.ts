import { z } from 'zod'
import { VISIBLE } from '../../../contract/job.ts'
import type { Question } from '../../../contract/question.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'

const textOf = (most: number) =>
  z.string().trim().max(most).regex(VISIBLE, { error: 'must have a visible character' })

/** Models number their choices, and so do we. */
const NUMBER = /^(?:\d|[A-Ea-e])[.)]\s+/

const Choice = textOf(200).transform((text) => text.replace(/\s+/g, ' ').replace(NUMBER, ''))

export const Asked = z
  .object({
    question: textOf(1000),
    choices: z
      .array(Choice)
      .min(2)
      .max(5)
      .refine((choices) => new Set(choices).size === choices.length, { error: 'must differ' }),
  })
  .transform(({ question, choices }): Question => ({ text: question, choices }))

/** It ends the run, so the agent's loop handles it. */
export const askTool: ToolSpec = {
  name: 'ask',
  description:
    'End the run with a question, only if a wrong guess would waste the time of the person who asked and the repository does not tell.',
  input: z.object({
    question: z.string(),
    choices: z.array(z.string()).describe('2 to 5 short answers, the best first'),
  }),
}
