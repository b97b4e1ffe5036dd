import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CheckResult, ChecksReport } from '../../../src/action/checks/checks-report.ts'
import { readHostFacts } from '../../../src/action/checks/isolation/host-facts.ts'
import { removeWithChecks } from '../../../src/action/checks/isolation/overlay-folder.ts'
import type { IsolationFacts } from '../../../src/action/checks/isolation/unshare-command.ts'
import { type OpenedBench, openBench } from '../../../src/action/checks/open-bench.ts'
import { type Checks, openChecks } from '../../../src/action/checks/open-checks.ts'
import { notIsolated, setUp } from '../../../src/action/checks/run-commands.ts'
import { exportChanges, exportTree } from '../../../src/action/git/checkout/read-tree-files.ts'
import { openRepository, type Repository } from '../../../src/action/git/process/repository.ts'
import type { CheckCommand, ChecksPlan } from '../../../src/contract/checks.ts'

export interface CheckScene {
  readonly folder: string
  /** The work tree of the run, as the agent leaves it. */
  readonly workspace: string
  readonly facts: IsolationFacts
  readonly results: readonly CheckResult[]
  readonly repository: Repository
  /** A commit-less tree of these files. A text that begins with `LINK` is the target of a symbolic link. */
  makeTree(files: Readonly<Record<string, string | Buffer>>): Promise<string>
  openBench(more?: Partial<Parameters<typeof openBench>[0]>): Promise<OpenedBench>
  open(
    plan: Partial<ChecksPlan> & { base?: string },
    more?: Partial<Parameters<typeof openBench>[0]>,
  ): Promise<Checks>
  /** Runs one command on a tree of these files. */
  check(
    run: string,
    more?: Partial<Parameters<typeof openBench>[0]> & {
      seconds?: number
      files?: Readonly<Record<string, string | Buffer>>
    },
  ): Promise<CheckResult>
  [Symbol.asyncDispose](): Promise<void>
}

export const LINK = 'link to '

/** Scenes run in several processes, and each needs its own user: random ones could be equal. */
let scenes = 0
const chanceOfItsOwn = (): number => ((process.pid * 53 + scenes++) % 400) / 400

export const command = (run: string, seconds = 10): CheckCommand => ({ name: run.slice(0, 40), run, seconds })

/** The checks as a run has them: real git, real isolation, and a runner's folders around them. */
export async function openCheckScene(
  environment: Readonly<Record<string, string>> = {},
  /** A part of the path: it may be odd. */
  name = 'prentice-checks-',
): Promise<CheckScene> {
  const folder = await mkdtemp(join(tmpdir(), name))
  const workspace = join(folder, 'work tree')
  const scratch = join(folder, '_temp', 'scratch')
  for (const path of [workspace, scratch]) await mkdir(path, { recursive: true, mode: 0o700 })
  const place = { gitDir: join(folder, 'git'), workTree: workspace }
  const repository = await openRepository({
    ...place,
    remote: 'https://example.com/o/r.git',
    environment: process.env,
  })
  const facts = await readHostFacts({
    ...{ environment, workspace, temp: dirname(scratch), program: undefined, chance: chanceOfItsOwn() },
    isRoot: process.getuid?.() === 0,
    arch: process.arch,
  })
  const results: CheckResult[] = []
  const makeTree = async (files: Readonly<Record<string, string | Buffer>>): Promise<string> => {
    const index = repository.withIndex(join(folder, 'scene-index'))
    await rm(join(folder, 'scene-index'), { force: true })
    for (const [path, text] of Object.entries(files)) {
      const isLink = typeof text === 'string' && text.startsWith(LINK)
      const [mode, input] = isLink ? ['120000', text.slice(LINK.length)] : ['100644', text]
      const hash = await repository.gitBytes(['hash-object', '-w', '--stdin'], { input })
      await index([
        'update-index',
        '--add',
        '--cacheinfo',
        `${mode},${hash.stdout.toString().trim()},${path}`,
      ])
    }
    return (await index(['write-tree'])).stdout.toString().trim()
  }
  const openSceneBench: CheckScene['openBench'] = (more = {}) =>
    openBench({
      facts,
      platform: process.platform,
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
      ...{ workspace, scratch },
      treeFiles: {
        exportTree: (tree, to) => exportTree(repository, tree, to),
        exportChanges: (trees, to) => exportChanges(repository, trees, to),
      },
      signal: new AbortController().signal,
      bounds: { processes: 200, fileBytes: 2 ** 30, output: 8 * 2 ** 20 },
      now: Date.now,
      ...more,
    })
  const open: CheckScene['open'] = async ({ base, ...given }, more = {}) => {
    const plan = { setup: [], commands: [command('true')], rounds: 3, ...given }
    const signal = more.signal ?? new AbortController().signal
    const onResult = (result: CheckResult) => void results.push(result)
    const opened = await openSceneBench(more)
    if (opened.kind === 'closed')
      return openChecks({ plan, place: notIsolated(opened.why), signal, onResult })
    const { bench } = opened
    const baseSha = base ?? (await makeTree({}))
    const obstacle = await setUp({ bench, commands: plan.setup, baseSha, signal, onResult })
    return openChecks({ plan, place: obstacle ?? bench, signal, onResult })
  }
  return {
    ...{ folder, workspace, facts, results, repository, makeTree, open, openBench: openSceneBench },
    async check(run, { seconds = 10, files = {}, ...more } = {}) {
      const checks = await open({ commands: [command(run, seconds)] }, more)
      return only(await checks.inspect(await makeTree(files), new AbortController().signal))
    },
    [Symbol.asyncDispose]: async () => {
      await removeWithChecks(facts, folder)
    },
  }
}

/** The result of a report with one check that ran. */
export function only(report: ChecksReport): CheckResult {
  const [result] = report.kind === 'ran' ? report.results : []
  if (result === undefined) throw new Error(`no check ran: ${JSON.stringify(report)}`)
  return result
}

/**
 * Whether this machine can isolate: where it cannot, that nothing runs is what can be tested. With `MUST_ISOLATE=1` it
 * has to, and no test is skipped for want of it.
 */
export async function canIsolate(): Promise<boolean> {
  await using scene = await openCheckScene()
  const obstacle = (await scene.open({})).recall('')
  if (obstacle !== null && process.env.MUST_ISOLATE === '1')
    throw new Error(`MUST_ISOLATE is 1, and this machine does not isolate: ${JSON.stringify(obstacle)}`)
  return obstacle === null
}
