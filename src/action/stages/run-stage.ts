import type { Stage } from '../../contract/events.ts'
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

/** One stage: a group of the log, an event for the app, and nothing at all once the run was stopped. */
export async function runStage<T>(job: RunContext, stage: Stage, work: () => Promise<T>): Promise<T> {
  job.signal.throwIfAborted()
  job.engagement.report({ type: 'stage', stage })
  return job.log.group(TITLES[stage], work)
}
