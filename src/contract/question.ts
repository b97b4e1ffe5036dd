import { z } from 'zod'
import { type Reason, reason, splitReason } from './reasons.ts'

/** Breaks that make a text inert on GitHub count, so these bounds are wider than those of the agent. */
const TEXT_LENGTH = 2_000
const CHOICE_LENGTH = 250

/** What the agent asks in place of a change. */
export const Question = z.object({
  text: z.string().min(1).max(TEXT_LENGTH).describe('The question.'),
  choices: z
    .array(z.string().min(1).max(CHOICE_LENGTH))
    .min(2)
    .max(5)
    .describe('Answers to choose from, numbered from 1. Other words are an answer, too.'),
})
export type Question = z.infer<typeof Question>

/** Within its bounds, whatever made it longer. Pure. */
export const cutQuestion = ({ text, choices }: Question): Question => ({
  text: text.slice(0, TEXT_LENGTH).toWellFormed(),
  choices: choices.map((choice) => choice.slice(0, CHOICE_LENGTH).toWellFormed()),
})

/** The question, and its numbered choices below. Pure. */
export const questionText = ({ text, choices }: Question): string =>
  [text, '', ...choices.map((choice, at) => `${at + 1}. ${choice}`)].join('\n')

/** The reason of a run that ended with this question. Pure. */
export function questionReason(question: Question): Reason {
  const plain = reason('input-required')
  const { what, fix } = splitReason(plain)
  return { ...plain, message: `${what.replace(/\.$/, ':')} ${questionText(question)}\n\n${fix}` }
}
