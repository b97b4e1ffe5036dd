import { randomInt } from 'node:crypto'
import type { ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult } from '../checks/check-result.ts'
import { describeResult, listReport } from '../checks/describe-checks.ts'
import { readHostFacts } from '../checks/isolation/host-facts.ts'
import { BOUNDS } from '../checks/isolation/run-isolated.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { exportTree } from '../git/checkout/read-tree-files.ts'
import type { RunContext } from './run-context.ts'

/** Sets up the project's checks on the base, before the agent starts; `null`: the project has none. */
export async function setUpChecks(
  job: RunContext,
  checkout: Checkout,
  plan: ChecksPlan | null,
): Promise<Checks | null> {
  const { environment, workspace, scratch, temp, signal, now, log } = job
  const { repository, baseSha } = checkout
  if (plan === null) return null
  return log.group('Set up the checks', async () => {
    const facts = await readHostFacts({
      ...{ environment, workspace, temp, program: process.argv[1] },
      isRoot: process.getuid?.() === 0,
      arch: process.arch,
      chance: randomInt(2 ** 32) / 2 ** 32,
    })
    const checks = await openChecks({
      ...{ plan, facts, environment, workspace, scratch, baseSha, signal, now },
      platform: process.platform,
      bounds: BOUNDS,
      exportTree: (tree, folder) => exportTree(repository, tree, folder),
      onResult: (result) => reportResult(job, result),
    })
    const obstacle = checks.recall(baseSha)
    if (obstacle !== null) for (const line of listReport(obstacle)) note(job, line)
    return checks
  })
}

const OUTPUT_LINES = 40

function reportResult(job: RunContext, result: CheckResult): void {
  note(job, describeResult(result))
  if (result.passed) return
  const output = job.confidentiality.redactQuotes(job.secrets.redact(result.output))
  for (const line of output.trimEnd().split('\n').slice(-OUTPUT_LINES)) job.log.info(`  | ${line}`)
}

function note({ controlPlane, log, secrets, confidentiality }: RunContext, text: string): void {
  const clean = secrets.redact(text)
  controlPlane.report({ type: 'note', text: clean.slice(0, 1000) })
  log.info(confidentiality.redactQuotes(clean))
}
