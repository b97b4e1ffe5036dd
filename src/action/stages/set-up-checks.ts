import { randomInt } from 'node:crypto'
import type { ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult } from '../checks/check-result.ts'
import { describeResult, listReport } from '../checks/describe-checks.ts'
import { gatherFacts } from '../checks/gather-facts.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import { BOUNDS } from '../checks/run-isolated.ts'
import { exportTree } from '../git/export-tree.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import type { Job } from '../job.ts'

/** The checks that the project names, set up on the base before the agent begins; `null`: it names none. */
export async function setUpChecks(
  job: Job,
  prepared: PreparedWorkTree,
  plan: ChecksPlan | null,
): Promise<Checks | null> {
  const { environment, workspace, scratch, temp, signal, now, log } = job
  const { repository, baseSha } = prepared
  if (plan === null) return null
  return log.group('Set up the checks', async () => {
    const facts = await gatherFacts({
      ...{ environment, workspace, temp, program: process.argv[1] },
      isRoot: process.getuid?.() === 0,
      chance: randomInt(2 ** 32) / 2 ** 32,
    })
    const checks = await openChecks({
      ...{ plan, facts, environment, workspace, scratch, baseSha, signal, now },
      platform: process.platform,
      bounds: BOUNDS,
      exportTree: (tree, folder) => exportTree(repository, tree, folder),
      onResult: (result) => tellResult(job, result),
    })
    const obstacle = checks.recall(baseSha)
    if (obstacle !== null) for (const line of listReport(obstacle)) tell(job, line)
    return checks
  })
}

const SHOWN_LINES = 40

function tellResult(job: Job, result: CheckResult): void {
  tell(job, describeResult(result))
  if (result.passed) return
  const output = job.discretion.withhold(job.secrets.scrub(result.output))
  for (const line of output.trimEnd().split('\n').slice(-SHOWN_LINES)) job.log.info(`  | ${line}`)
}

function tell({ engagement, log, secrets, discretion }: Job, text: string): void {
  const clean = secrets.scrub(text)
  engagement.report({ type: 'note', text: clean.slice(0, 1000) })
  log.info(discretion.withhold(clean))
}
