import { reason } from '../../contract/reasons.ts'
import type { Instruction } from '../../contract/runner-protocol.ts'
import type { Answer } from '../models/conversation/conversation.ts'
import { truncate } from '../text/truncate.ts'
import { executeToolCalls } from './execute-tool-calls.ts'
import { handleNoToolCall } from './handle-no-tool-call.ts'
import { findReachedLimit, nameTimeLimit } from './limits.ts'
import { outputLengthFor, shareFor } from './prompt/context-budget.ts'
import { describeInstruction } from './prompt/task-prompt.ts'
import { reviewBeforeDeadline } from './review-deadline.ts'
import type { End } from './session.ts'
import { noteRemark, type Session, spent, takeUpMessages } from './session.ts'
import { findStall, noteAnswer, warnStall } from './stall-detector.ts'
import { touchedPaths } from './touched-paths.ts'

type Answered = Extract<Answer, { kind: 'answered' }>

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
        ? handleNoToolCall(session, answer, signal)
        : answerRequests(session, answer, signal)
  }
}

async function answerRequests(session: Session, answer: Answered, signal: AbortSignal): Promise<End | null> {
  const { workspace, tools, frames, rereads, host, conversation } = session
  const { answers, finish } = await executeToolCalls(answer.requests, {
    ...{ workspace, tools, frames, rereads },
    outputLength: outputLengthFor(session.model.window),
    step: session.books.sum.steps,
    signal,
    onEvent: (event) => host.onEvent(event),
    review: (finish) => reviewBeforeDeadline(session, finish, signal),
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
  const standstill = findStall(session.headway)
  if (standstill !== null) return { kind: 'stopped', reason: reason('agent-stuck', standstill) }
  const warning = warnStall(session.headway)
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
  return { path, text: truncate(text, Math.floor(text.length * share)) }
}
