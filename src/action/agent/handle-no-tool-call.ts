import { reason } from '../../contract/reasons.ts'
import type { Answer } from '../models/conversation/conversation.ts'
import { truncate } from '../text/truncate.ts'
import { outputLengthFor } from './prompt/context-budget.ts'
import type { Review } from './review/reviewer.ts'
import { reviewBeforeDeadline } from './review-deadline.ts'
import type { End } from './session.ts'
import { type Session, takeUpMessages } from './session.ts'
import { finishFromText } from './tools/finish.ts'

type Answered = Extract<Answer, { kind: 'answered' }>
type SentBack = Extract<Review, { kind: 'sent-back' }>

const REMINDERS = 2

/**
 * After an answer that called no tool; `null`: the work goes on. What the model says in place of a third call ends the
 * work like `finish`, and is looked at like it.
 */
export async function handleNoToolCall(
  session: Session,
  answer: Answered,
  signal: AbortSignal,
): Promise<End | null> {
  session.silent += 1
  if (session.silent <= REMINDERS) {
    session.conversation.say(REMINDER_AFTER[answer.end], 'passing')
    return null
  }
  if (takeUpMessages(session)) return null
  if (answer.end !== 'whole' || answer.text.trim() === '') {
    return { kind: 'stopped', reason: reason('agent-stuck', STUCK_AFTER[answer.end]) }
  }
  const finish = finishFromText(answer.text, session.task)
  // It was reminded that there is work to do, twice.
  const review = await reviewBeforeDeadline(session, { ...finish, no_change: true }, signal)
  if (session.host.signal.aborted) return { kind: 'cancelled' }
  if (review.kind === 'passed') return { kind: 'finished', finish }
  session.conversation.say(describeReview(session, review), 'passing')
  return null
}

const REMINDER_AFTER: Readonly<Record<Answered['end'], string>> = {
  whole: 'Your answer called no tool. Call a tool to go on, or finish if the work is done.',
  cut: 'Your answer was cut off at the output limit. Call a tool, and do less at once.',
  malformed:
    'Your call was malformed and nothing of it was done. Call the tool again, with less in one call.',
}

const STUCK_AFTER: typeof REMINDER_AFTER = {
  whole: 'the model gave one empty answer after another',
  cut: 'each answer reached the output limit before it called a tool',
  malformed: 'the model wrote one malformed call after another',
}

function describeReview({ frames, model }: Session, { text, data = '' }: SentBack): string {
  return data === ''
    ? text
    : `${text}\n${frames.frame('data', { from: 'review' }, truncate(data, outputLengthFor(model.window)))}`
}
