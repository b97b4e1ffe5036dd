import { type Reason, reason, withoutChanges } from '../../contract/reasons.ts'
import type { AgentHost, AgentOutcome, Unfinished } from './agent-host.ts'
import { type AgentDeps, type AgentRun, type AgentState, type End, openRun } from './agent-run.ts'
import type { AgentTask } from './prompt/agent-task.ts'
import { addInstructions, takeStep } from './step.ts'
import type { Finish } from './tools/finish.ts'
import { describePlan } from './tools/plan.ts'
import { wrapUp, wrapUpWithoutModel } from './wrap-up.ts'

/**
 * Works on the task until the model finishes, a limit is reached, the model fails, the host cancels or something fails
 * unexpectedly. A cancel also aborts the request or program that is running. The usage counts in every case.
 */
export async function runAgent(task: AgentTask, deps: AgentDeps): Promise<AgentOutcome> {
  const { run, state: initial } = openRun(task, deps)
  let state = initial
  try {
    if (task.workingDirectory !== undefined) await addInstructions(run, [task.workingDirectory])
    for (;;) {
      const step = await takeStep(run, state)
      state = step.state
      if (step.end !== null) return toOutcome(run, state, await conclude(run, state, step.end))
    }
  } catch (error) {
    return toOutcome(run, state, deps.host.signal.aborted ? cancelled(deps.host) : broken(error))
  }
}

interface Conclusion {
  readonly reason: Reason | null
  readonly finish: Finish | null
  readonly unfinished?: Unfinished
  readonly error?: unknown
}

async function conclude(run: AgentRun, { plan }: AgentState, end: End): Promise<Conclusion> {
  switch (end.kind) {
    case 'finished':
      return { reason: null, finish: end.finish }
    case 'stopped':
    case 'failed': {
      const describe = end.kind === 'stopped' ? wrapUp : wrapUpWithoutModel
      const ended = (await run.readWork()).length === 0 ? withoutChanges(end.reason) : end.reason
      const finish = await describe(run, ended)
      if (run.host.signal.aborted) return cancelled(run.host)
      const quota = end.kind === 'failed' ? end.quota : undefined
      const notes = [run.conversation.recap(), ...(plan === null ? [] : [`Plan:\n${describePlan(plan)}`])]
      const unfinished = quota && { ...quota, notes: notes.join('\n\n').trim() }
      return { reason: ended, finish, ...(unfinished !== undefined && { unfinished }) }
    }
    case 'cancelled':
      return cancelled(run.host)
  }
}

/** The host may abort with a few words that say who cancelled. */
const cancelled = ({ signal }: AgentHost): Conclusion => ({
  reason: reason('cancelled', typeof signal.reason === 'string' ? signal.reason : 'the runner'),
  finish: null,
})

const broken = (error: unknown): Conclusion => ({
  reason: reason('action-failed', error instanceof Error ? error.message : String(error)),
  finish: null,
  error,
})

const toOutcome = (
  { ledger }: AgentRun,
  { acknowledged }: AgentState,
  { reason, finish, unfinished, error }: Conclusion,
): AgentOutcome => ({
  reason,
  publishable: finish !== null,
  title: finish?.title ?? '',
  body: finish?.body ?? '',
  commitMessage: finish?.commit_message ?? '',
  files: finish?.files ?? [],
  summary: finish?.summary ?? '',
  usage: ledger.sum,
  perStep: ledger.perStep,
  acknowledged,
  ...(unfinished !== undefined && { unfinished }),
  ...(error !== undefined && { error }),
})
