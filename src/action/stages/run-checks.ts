import type { AgentOutcome } from '../agent/agent-host.ts'
import { type ChecksReport, withTexts } from '../checks/check-result.ts'
import type { Checks } from '../checks/open-checks.ts'
import type { RunContext } from './run-context.ts'

/**
 * What the checks say of the work that is about to be published, fit to be shown. Mostly they ran on it when the agent
 * finished; on kept work they run here, once. `tree`: a tree or commit.
 */
export async function runChecksStage(
  job: RunContext,
  checks: Checks | null,
  { tree, outcome }: { readonly tree: string; readonly outcome: AgentOutcome },
): Promise<void> {
  if (checks === null) return
  const report = await findReport(job, checks, tree, outcome)
  const clean = (text: string) => job.discretion.withhold(job.secrets.scrub(text))
  job.known.checks = { report: withTexts(report, clean), tree }
}

function findReport(
  job: RunContext,
  checks: Checks,
  tree: string,
  outcome: AgentOutcome,
): Promise<ChecksReport> {
  const known = checks.recall(tree)
  if (known !== null) return Promise.resolve(known)
  if (outcome.reason !== null) return Promise.resolve(ENDED_EARLY)
  return job.log.group('Run the checks', () => checks.inspect(tree, job.signal))
}

/** The runner's own time limit ends a job with all its work; a run that has used its time up uses no more of it. */
const ENDED_EARLY: ChecksReport = {
  kind: 'not-run',
  why: 'the run had ended early, before they could run on the change as it is',
  setup: null,
}
