import type { Stage } from '../../contract/events.ts'
import type { Reason } from '../../contract/reasons.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { RunContext } from './run-context.ts'

const TITLES: Readonly<Record<Stage, string>> = {
  claim: 'Claim the run',
  prepare: 'Prepare the work tree',
  agent: 'Let the agent work',
  plan: 'Plan what to publish',
  push: 'Push the branch',
  'pull-request': 'Open the pull request',
  result: 'Report the result',
}

/** One stage: a group of the log and an event for the server. Does nothing if the run was stopped. */
export async function runStage<T>(job: RunContext, stage: Stage, work: () => Promise<T>): Promise<T> {
  job.signal.throwIfAborted()
  job.controlPlane.report({ type: 'stage', stage })
  return job.log.group(TITLES[stage], work)
}

/** The rooms below return a refusal as a value; here it ends the run. */
export function orFail<T extends { readonly ok: true }>(
  result: T | { readonly ok: false; readonly reason: Reason },
): T {
  if (result.ok) return result
  throw new RunFailure(result.reason)
}
