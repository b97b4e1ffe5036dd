import { type Reason, reason } from '../../contract/reasons.ts'
import type { AgentHost, AgentOutcome } from './agent-host.ts'
import { findReachedLimit, warnNearLimit } from './limits.ts'
import type { AgentTask } from './prompt/agent-task.ts'
import type { End } from './session.ts'
import { type AgentDeps, openSession, type Session, spent, takeUpMessages } from './session.ts'
import { takeStep } from './step.ts'
import type { Finish } from './tools/finish.ts'
import { wrapUp, wrapUpWithoutModel } from './wrap-up.ts'

/**
 * Works on the task until the model finishes, a limit ends it, the model fails or the host cancels. A cancel also breaks
 * what is under way, a request or a program; what was used by then counts all the same.
 */
export async function runAgent(task: AgentTask, deps: AgentDeps): Promise<AgentOutcome> {
  const session = openSession(task, deps)
  try {
    return toOutcome(session, await bringToEnd(session))
  } catch (error) {
    if (!deps.host.signal.aborted) throw error
    return toOutcome(session, nothingLeft(deps.host))
  }
}

interface Ended {
  readonly reason: Reason | null
  readonly finish: Finish | null
}

async function bringToEnd(session: Session): Promise<Ended> {
  const end = await work(session)
  switch (end.kind) {
    case 'finished':
      return { reason: null, finish: end.finish }
    case 'stopped':
    case 'failed': {
      const land = end.kind === 'stopped' ? wrapUp : wrapUpWithoutModel
      const finish = await land(session, end.reason)
      return session.host.signal.aborted ? nothingLeft(session.host) : { reason: end.reason, finish }
    }
    case 'cancelled':
      return nothingLeft(session.host)
  }
}

async function work(session: Session): Promise<End> {
  const { host, task, conversation } = session
  for (;;) {
    if (host.signal.aborted) return { kind: 'cancelled' }
    const reached = findReachedLimit(spent(session), task.limits)
    if (reached !== null) return { kind: 'stopped', reason: reached }
    takeUpMessages(session)
    const warning = session.warned ? null : warnNearLimit(spent(session), task.limits)
    if (warning !== null) {
      session.warned = true
      conversation.say(warning, 'passing')
    }
    const end = await takeStep(session)
    if (end !== null) return end
  }
}

/** The host may abort with a few words that say who cancelled. */
const nothingLeft = ({ signal }: AgentHost): Ended => ({
  reason: reason('cancelled', typeof signal.reason === 'string' ? signal.reason : 'the runner'),
  finish: null,
})

function toOutcome({ books, acknowledged }: Session, ended: Ended): AgentOutcome {
  return {
    reason: ended.reason,
    publishable: ended.finish !== null,
    title: ended.finish?.title ?? '',
    body: ended.finish?.body ?? '',
    commitMessage: ended.finish?.commit_message ?? '',
    summary: ended.finish?.summary ?? '',
    usage: books.sum,
    perStep: books.perStep,
    acknowledged,
  }
}
