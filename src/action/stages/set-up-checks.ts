import { randomInt } from 'node:crypto'
import type { ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult } from '../checks/check-result.ts'
import { describeResult, listReport } from '../checks/describe-checks.ts'
import { readHostFacts } from '../checks/isolation/host-facts.ts'
import { BOUNDS } from '../checks/isolation/run-isolated.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { exportTree } from '../git/checkout/export-tree.ts'
import type { RunContext } from './run-context.ts'

/** The checks that the project names, set up on the base before the agent begins; `null`: it names none. */
export async function setUpChecks(
  job: RunContext,
  prepared: Checkout,
  plan: ChecksPlan | null,
): Promise<Checks | null> {
  const { environment, workspace, scratch, temp, signal, now, log } = job
  const { repository, baseSha } = prepared
  if (plan === null) return null
  return log.group('Set up the checks', async () => {
    const facts = await readHostFacts({
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

function tellResult(job: RunContext, result: CheckResult): void {
  tell(job, describeResult(result))
  if (result.passed) return
  const output = job.discretion.withhold(job.secrets.scrub(result.output))
  for (const line of output.trimEnd().split('\n').slice(-SHOWN_LINES)) job.log.info(`  | ${line}`)
}

function tell({ engagement, log, secrets, discretion }: RunContext, text: string): void {
  const clean = secrets.scrub(text)
  engagement.report({ type: 'note', text: clean.slice(0, 1000) })
  log.info(discretion.withhold(clean))
}
