import { type Reason, reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol.ts'
import type { Answer } from '../models/open-conversation.ts'
import { capText } from './cap-text.ts'
import { describeInstruction } from './describe-task.ts'
import { executeRequests } from './execute-requests.ts'
import { outputLengthFor, shareFor } from './fit-window.ts'
import { findReachedLimit, nameTimeLimit } from './limits.ts'
import { type Review, reviewFinish } from './reviewer.ts'
import { noteRemark, type Session, spent, takeUpMessages } from './session.ts'
import { type Finish, finishFromText } from './tools/finish.ts'
import { touchedPaths } from './touched-paths.ts'
import { findStandstill, noteAnswer, warnStandstill } from './watch-headway.ts'

/** How the work ended. */
export type End =
  | { readonly kind: 'finished'; readonly finish: Finish }
  /** By a limit or for want of headway: what there is still counts. */
  | { readonly kind: 'stopped'; readonly reason: Reason }
  /** The model answers no more; what there is counts, too. */
  | { readonly kind: 'failed'; readonly reason: Reason }
  | { readonly kind: 'cancelled' }

type SentBack = Extract<Review, { kind: 'sent-back' }>
type Answered = Extract<Answer, { kind: 'answered' }>

const REMINDERS = 2
/** The longest time a timer of Node can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One model call and the tool calls it asks for; `null`: the work goes on. */
export async function takeStep(session: Session): Promise<End | null> {
  const { host, task } = session
  const leftMs = (task.limits.seconds - spent(session).seconds) * 1000
  const deadline = AbortSignal.timeout(Math.min(Math.max(1, Math.ceil(leftMs)), LONGEST_TIMER_MS))
  const signal = AbortSignal.any([host.signal, deadline])
  const reached = (afterMs = 0) => findReachedLimit(spent(session, afterMs), task.limits)
  const answer = await session.conversation.ask({
    signal,
    mayAskAgain: (afterMs) => reached(afterMs) === null,
  })
  switch (answer.kind) {
    case 'aborted':
      if (host.signal.aborted) return { kind: 'cancelled' }
      return { kind: 'stopped', reason: reached() ?? nameTimeLimit(task.limits) }
    case 'failed':
      return answer
    case 'answered':
      noteRemark(session, answer.text)
      return answer.requests.length === 0
        ? answerSilence(session, answer, signal)
        : answerRequests(session, answer, signal)
  }
}

async function answerRequests(session: Session, answer: Answered, signal: AbortSignal): Promise<End | null> {
  const { workspace, tools, frames, rereads, host, conversation } = session
  const { answers, finish } = await executeRequests(answer.requests, {
    ...{ workspace, tools, frames, rereads },
    outputLength: outputLengthFor(session.model.window),
    step: session.books.sum.steps,
    signal: host.signal,
    onEvent: (event) => host.onEvent(event),
    review: (finish) => reviewInTime(session, finish, signal),
    tellNews: () => session.work.tellNews(),
  })
  if (host.signal.aborted) return { kind: 'cancelled' }
  conversation.answerTools(answers)
  session.silent = 0
  session.headway = noteAnswer(session.headway, answers)
  if (finish !== null) {
    if (!takeUpMessages(session)) return { kind: 'finished', finish }
    conversation.say(
      'New prompts came in while you finished, see above. Take them up, then finish again.',
      'passing',
    )
    return null
  }
  const standstill = findStandstill(session.headway)
  if (standstill !== null) return { kind: 'stopped', reason: reason('agent-stuck', standstill) }
  const warning = warnStandstill(session.headway)
  if (warning !== null) conversation.say(warning, 'passing')
  const touched = answers.filter(({ ok }) => ok).flatMap(({ request }) => touchedPaths(request))
  for (const instruction of await session.instructions.reach(touched)) {
    conversation.say(describeInstruction(instruction, frames), 'lasting', (window) =>
      describeInstruction(shortenFor(window, session, instruction), frames),
    )
  }
  return null
}

function shortenFor(window: number, { model }: Session, { path, text }: Instruction): Instruction {
  const share = shareFor(window) / shareFor(model.window)
  return { path, text: capText(text, Math.floor(text.length * share)) }
}

/** A review that the end of the time breaks off has found nothing; the limit then ends the run. */
async function reviewInTime(session: Session, finish: Finish, signal: AbortSignal): Promise<Review> {
  try {
    return await reviewFinish(session.reviewers, session.rounds, finish, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    return { kind: 'sent-back', text: 'Not finished: the review of the work was broken off.' }
  }
}

/** What the model says in place of a third tool call ends the work like `finish`, and is looked at like it. */
async function answerSilence(session: Session, answer: Answered, signal: AbortSignal): Promise<End | null> {
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
  const review = await reviewInTime(session, { ...finish, no_change: true }, signal)
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
    : `${text}\n${frames.frame('data', { from: 'review' }, capText(data, outputLengthFor(model.window)))}`
}
