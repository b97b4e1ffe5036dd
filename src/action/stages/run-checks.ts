import type { AgentOutcome } from '../agent/agent-host.ts'
import { type ChecksReport, withTexts } from '../checks/checks-report.ts'
import type { Checks } from '../checks/open-checks.ts'
import type { RunContext } from './run-context.ts'

export interface CheckedTree {
  /** Without secrets and quotes. */
  readonly report: ChecksReport
  /** Tree or commit that the checks ran on. */
  readonly tree: string
}

/**
 * The results of the checks for the tree that is about to be published. Usually they ran when the agent finished; for a
 * saved patch they run here, once.
 */
export async function runChecksStage(
  job: RunContext,
  checks: Checks,
  { tree, outcome }: { readonly tree: string; readonly outcome: AgentOutcome },
): Promise<CheckedTree> {
  const report = await findReport(job, checks, tree, outcome)
  const clean = (text: string) => job.confidentiality.redactQuotes(job.secrets.redact(text))
  return { report: withTexts(report, clean), tree }
}

async function findReport(
  { log, signal }: RunContext,
  checks: Checks,
  tree: string,
  outcome: AgentOutcome,
): Promise<ChecksReport> {
  const known = checks.recall(tree)
  if (known !== null) return known
  if (outcome.reason !== null) return ENDED_EARLY
  return log.group('Run the checks', () => checks.inspect(tree, signal))
}

/** A run that has used up its time takes no more: the runner's own time limit would end the job and lose the work. */
const ENDED_EARLY: ChecksReport = {
  kind: 'not-run',
  why: 'the run had ended early, before they could run on the change as it is',
  setup: null,
}
