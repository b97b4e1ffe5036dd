import { randomInt } from 'node:crypto'
import type { CheckResult } from '../checks/check-result.ts'
import { describeResult, listReport } from '../checks/describe-checks.ts'
import { gatherFacts } from '../checks/gather-facts.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import { BOUNDS } from '../checks/run-isolated.ts'
import { exportTree } from '../git/export-tree.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import { listTree, readBlob } from '../git/read-tree-files.ts'
import type { Job } from '../job.ts'
import { fetchDefaultBranch } from './fetch-default-branch.ts'

/** The checks that the project names, set up on the base before the agent begins; `null`: it names none. */
export async function setUpChecks(job: Job, prepared: PreparedWorkTree): Promise<Checks | null> {
  const { engagement, environment, workspace, scratch, temp, signal, now, log } = job
  const { repository, baseSha } = prepared
  const plan = await engagement.findChecks((path) => readDefault(job, prepared, path))
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

/** More than a config may have, so that one that is too long is told from one that is not. */
const CONFIG_BYTES = 128 * 1024

async function readDefault(job: Job, prepared: PreparedWorkTree, path: string): Promise<string | null> {
  const commit = await fetchDefaultBranch(job, prepared)
  if (commit === null) return null
  const [entry] = await listTree(prepared.repository, commit, [path])
  return entry?.kind === 'file' ? readBlob(prepared.repository, entry.id, CONFIG_BYTES) : null
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
