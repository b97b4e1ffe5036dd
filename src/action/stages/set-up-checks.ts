import { randomInt } from 'node:crypto'
import type { ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult } from '../checks/check-result.ts'
import { describeResult, listReport } from '../checks/describe-checks.ts'
import { readHostFacts } from '../checks/isolation/host-facts.ts'
import { BOUNDS } from '../checks/isolation/run-isolated.ts'
import { type OpenedBench, openBench } from '../checks/open-bench.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import { notIsolated } from '../checks/run-commands.ts'
import { setUp } from '../checks/set-up.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { exportChanges, exportTree } from '../git/checkout/read-tree-files.ts'
import type { RunContext } from './run-context.ts'

/** Sets up the project's checks on the base, before the agent starts; `null`: the project has none. */
export async function setUpChecks(
  job: RunContext,
  checkout: Checkout,
  plan: ChecksPlan | null,
): Promise<Checks | null> {
  const { signal, log } = job
  const { baseSha } = checkout
  if (plan === null) return null
  return log.group('Set up the checks', async () => {
    const onResult = (result: CheckResult) => reportResult(job, result)
    const opened = await openBenchOf(job, checkout)
    const obstacle =
      opened.kind === 'closed'
        ? notIsolated(opened.why)
        : await setUp({ bench: opened.bench, commands: plan.setup, baseSha, signal, onResult })
    if (obstacle !== null) for (const line of listReport(obstacle)) note(job, line)
    const place = obstacle ?? (opened.kind === 'open' ? opened.bench : notIsolated(opened.why))
    return openChecks({ plan, place, signal, onResult })
  })
}

async function openBenchOf(job: RunContext, { repository }: Checkout): Promise<OpenedBench> {
  const { environment, workspace, scratch, temp, signal, now } = job
  const facts = await readHostFacts({
    ...{ environment, workspace, temp, program: process.argv[1] },
    isRoot: process.getuid?.() === 0,
    arch: process.arch,
    chance: randomInt(2 ** 32) / 2 ** 32,
  })
  return openBench({
    ...{ facts, environment, workspace, scratch, signal, now },
    platform: process.platform,
    bounds: BOUNDS,
    treeFiles: {
      exportTree: (tree, folder) => exportTree(repository, tree, folder),
      exportChanges: (trees, folder) => exportChanges(repository, trees, folder),
    },
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
