import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CheckResult, ChecksReport } from '../../../src/action/checks/checks-report.ts'
import { type OpenedCommandRunner, openCommandRunner } from '../../../src/action/checks/command-runner.ts'
import { readHostFacts } from '../../../src/action/checks/isolation/host-facts.ts'
import { removeWithChecks } from '../../../src/action/checks/isolation/overlay-folder.ts'
import type { IsolationFacts } from '../../../src/action/checks/isolation/unshare-command.ts'
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
  openCommandRunner(more?: Partial<Parameters<typeof openCommandRunner>[0]>): Promise<OpenedCommandRunner>
  open(
    plan: Partial<ChecksPlan> & { base?: string },
    more?: Partial<Parameters<typeof openCommandRunner>[0]>,
  ): Promise<Checks>
  /** Runs one command on a tree of these files. */
  check(
    run: string,
    more?: Partial<Parameters<typeof openCommandRunner>[0]> & {
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

/** Longer than a command takes on a slow machine. */
const SECONDS = 120

export const command = (run: string, seconds = SECONDS): CheckCommand => ({
  name: run.slice(0, 40),
  run,
  seconds,
})

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
  const openSceneRunner: CheckScene['openCommandRunner'] = (more = {}) =>
    openCommandRunner({
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
    const opened = await openSceneRunner(more)
    if (opened.kind === 'closed')
      return openChecks({ plan, place: notIsolated(opened.why), signal, onResult })
    const { commandRunner } = opened
    const baseSha = base ?? (await makeTree({}))
    const obstacle = await setUp({ commandRunner, commands: plan.setup, baseSha, signal, onResult })
    return openChecks({ plan, place: obstacle ?? commandRunner, signal, onResult })
  }
  const openShared = async (): Promise<OpenedCommandRunner> => {
    const opened = await openSceneRunner()
    if (opened.kind === 'open')
      await opened.commandRunner.begin('setup', await makeTree({}), new AbortController().signal)
    return opened
  }
  /** Of all checks with the usual options: each command runner is probed, which takes as long as a check. */
  let shared: Promise<OpenedCommandRunner> | undefined
  const openOnShared = async (plan: ChecksPlan): Promise<Checks> => {
    shared ??= openShared()
    const opened = await shared
    const place = opened.kind === 'open' ? opened.commandRunner : notIsolated(opened.why)
    return openChecks({
      ...{ plan, place, signal: new AbortController().signal },
      onResult: (result) => void results.push(result),
    })
  }
  return {
    ...{ folder, workspace, facts, results, repository, makeTree, open, openCommandRunner: openSceneRunner },
    async check(run, { seconds = SECONDS, files = {}, ...more } = {}) {
      const plan = { setup: [], commands: [command(run, seconds)], rounds: 3 }
      const checks = await (Object.keys(more).length === 0 ? openOnShared(plan) : open(plan, more))
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
export const canIsolate = (): Promise<boolean> => {
  const known: { [ISOLATES]?: Promise<boolean> } & typeof globalThis = globalThis
  const isolates = known[ISOLATES] ?? probe()
  known[ISOLATES] = isolates
  return isolates
}

/** Files that share a process probe it once. */
const ISOLATES = Symbol.for('prentice: whether this machine isolates')

async function probe(): Promise<boolean> {
  await using scene = await openCheckScene()
  const obstacle = (await scene.open({})).recall('')
  if (obstacle !== null && process.env.MUST_ISOLATE === '1')
    throw new Error(`MUST_ISOLATE is 1, and this machine does not isolate: ${JSON.stringify(obstacle)}`)
  return obstacle === null
}
