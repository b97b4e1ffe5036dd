import { reason } from '../../contract/reasons.ts'
import type { AskResult } from '../models/conversation/conversation.ts'
import { truncate } from '../text/truncate.ts'
import { type AgentRun, type AgentState, type StepResult, takeUpMessages } from './agent-run.ts'
import { outputLengthFor } from './prompt/window-share.ts'
import type { Review } from './review/reviewer.ts'
import { finishFromText } from './tools/finish.ts'

type Answered = Extract<AskResult, { kind: 'answered' }>
type SentBack = Extract<Review, { kind: 'sent-back' }>

const REMINDERS = 2

/**
 * After an answer that called no tool: the model is reminded twice. The text of a third answer ends the work like
 * `finish`, and is reviewed like it.
 */
export async function handleNoToolCall(
  run: AgentRun,
  before: AgentState,
  { answer, signal }: { readonly answer: Answered; readonly signal: AbortSignal },
): Promise<StepResult> {
  const { conversation, host } = run
  const state = { ...before, answersWithoutCall: before.answersWithoutCall + 1 }
  if (state.answersWithoutCall <= REMINDERS) {
    conversation.say(REMINDER_AFTER[answer.end], 'droppable')
    return { state, end: null }
  }
  const withMessages = takeUpMessages(run, state)
  if (withMessages !== null) return { state: withMessages, end: null }
  if (answer.end !== 'whole' || answer.text.trim() === '') {
    return { state, end: { kind: 'stopped', reason: reason('agent-stuck', STUCK_AFTER[answer.end]) } }
  }
  const finish = finishFromText(answer.text, run.task)
  // The model was reminded twice that there is work to do: no change is then what it means.
  const review = await run.reviews.review({ ...finish, no_change: true }, signal)
  if (host.signal.aborted) return { state, end: { kind: 'cancelled' } }
  if (review.kind === 'passed') return { state, end: { kind: 'finished', finish } }
  conversation.say(describeReview(run, review), 'droppable')
  return { state, end: null }
}

const REMINDER_AFTER: Readonly<Record<Answered['end'], string>> = {
  whole: 'Your answer called no tool. Call a tool to continue, or finish if the work is done.',
  cut: 'Your answer was cut off at the output limit. Call a tool, and do less in one answer.',
  malformed:
    'Your call was malformed and nothing of it was done. Call the tool again, with less in one call.',
}

const STUCK_AFTER: typeof REMINDER_AFTER = {
  whole: 'the model gave one empty answer after another',
  cut: 'each answer reached the output limit before it called a tool',
  malformed: 'the model wrote one malformed call after another',
}

function describeReview({ delimiters, model }: AgentRun, { text, data = '' }: SentBack): string {
  if (data === '') return text
  return `${text}\n${delimiters.wrap('data', { from: 'review' }, truncate(data, outputLengthFor(model.window)))}`
}
