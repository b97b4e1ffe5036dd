import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CheckCommand, ChecksPlan } from '../../contract/checks.ts'
import type { EvalAttempt, EvalRequest, PullVerdict } from '../../contract/local-eval.ts'
import type { LocalRunResult } from '../../contract/local-run.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import type { CommandRunner } from '../checks/command-runner.ts'
import { sortChangedFiles } from '../checks/evidence/sort-changed-files.ts'
import { runCommands, setUp } from '../checks/run-commands.ts'
import { listTree } from '../git/checkout/read-tree-files.ts'
import { writeTreeWith } from '../git/checkout/tree-with-files.ts'
import { must, type Repository } from '../git/process/repository.ts'
import { openLog } from '../log/log.ts'
import { messageOf } from '../text/format.ts'
import type { LocalRuns } from '../try/run-try.ts'
import { copyBase } from './copy-base.ts'
import {
  type ChangedFile,
  type HumanChange,
  listChangedFiles,
  measureChange,
  type TestNames,
} from './find-change.ts'
import { judgeAttempt, judgePull, NOTHING_FAILS, type Results } from './judge.ts'

/** What is the same for all pull requests. */
export interface EvalSetting {
  readonly request: EvalRequest
  readonly runs: LocalRuns
  /** The settings of HEAD, as files and as what they say of the tests. */
  readonly settings: readonly SettingsFile[]
  readonly workingDirectory: string | null
  readonly setup: ChecksPlan['setup']
  /** Checks that run tests. */
  readonly tests: readonly CheckCommand[]
  readonly names: TestNames
  /** What a run may cost. */
  readonly runUsd: number
  /** Folders that have the answers. */
  readonly hidden: readonly string[]
  readonly signal: AbortSignal
  readonly now: () => number
}

/** Where tests run, of one pull request after the other. */
export interface Bench {
  /** With the objects of the clone, and with trees of its own. */
  readonly repository: Repository
  readonly commandRunner: CommandRunner
  /** A folder that nobody else can enter. */
  readonly scratch: string
}

type Tests =
  | { readonly kind: 'open'; readonly run: (tree: string) => Promise<Results> }
  /** The settings of HEAD do not fit the state before the pull request. */
  | { readonly kind: 'closed'; readonly verdict: Extract<PullVerdict, { isUsed: false }> }

/** What is done with one pull request. */
export interface PullWork {
  verify(): Promise<PullVerdict>
  /** Runs a model on the state before the pull request, and the human's tests on what it made. */
  attempt(
    verdict: Extract<PullVerdict, { isUsed: true }>,
    model: string,
    repeat: number,
  ): Promise<EvalAttempt>
}

/** Throws if it is stopped, and if something of this machine fails. */
export function openPullWork(setting: EvalSetting, bench: Bench, change: HumanChange): PullWork {
  let opening: Promise<Tests> | null = null
  let copying: Promise<string> | null = null
  const openOnce = (): Promise<Tests> => {
    opening ??= openTests(setting, bench, change)
    return opening
  }
  return {
    async verify() {
      const tests = await openOnce()
      if (tests.kind === 'closed') return tests.verdict
      const { commit, base } = change
      const withTests = await writeTreeWith(bench.repository, base, inOrder(change.tests))
      const before = await tests.run(withTests)
      if (before.every(({ passed }) => passed)) return NOTHING_FAILS
      const again = await tests.run(withTests)
      return judgePull([before, again], [await tests.run(commit), await tests.run(commit)])
    },
    async attempt(verdict, model, repeat) {
      // Before a model is paid for a change that could not be tested.
      const tests = await openOnce()
      if (tests.kind === 'closed') throw new Error(tests.verdict.why)
      copying ??= copyFor(setting, bench, change)
      const folder = await copying
      const { runs, signal, now, hidden } = setting
      const startedAt = now()
      const result = await runs.start(composeRun(setting, { folder, model, change }), {
        ...{ log: SILENT, ask: async () => false, hidden },
      })
      signal.throwIfAborted()
      const seconds = (now() - startedAt) / 1000
      const attempt = { model, repeat, ...describeRun(result, setting.runUsd), seconds }
      const patch = result.outcome === 'changed' ? result.patch : null
      if (patch === null) return attempt
      try {
        const { tree, ...graded } = await prepareGrade(setting, bench, change, Buffer.from(patch, 'base64'))
        return { ...attempt, ...graded, ...judgeAttempt(await tests.run(tree), verdict) }
      } catch (error) {
        signal.throwIfAborted()
        return { ...attempt, resolved: null, why: `the human's tests did not run: ${messageOf(error)}` }
      }
    },
  }
}

/** After the setup on the state before the pull request. */
async function openTests(
  { setup, tests, workingDirectory, signal }: EvalSetting,
  { repository, commandRunner }: Bench,
  { base }: HumanChange,
): Promise<Tests> {
  if (workingDirectory !== null && !(await hasFolder(repository, base, workingDirectory)))
    return close(`the state before it has no folder ${workingDirectory}, which the settings name`)
  const obstacle = await setUp({ commandRunner, commands: setup, baseSha: base, signal })
  signal.throwIfAborted()
  if (obstacle?.kind === 'not-run' && obstacle.setup !== null) {
    const { name, detail } = obstacle.setup
    // It has network access, which may be better another time.
    return close(`before its change, \`setup\` of the settings fails: ${name} (${detail})`, {
      isTemporary: true,
    })
  }
  if (obstacle?.kind === 'not-run') throw new Error(`the tests did not run: ${obstacle.why}`)
  return { kind: 'open', run: (tree) => runOn(commandRunner, { tree, commands: tests, signal }) }
}

const close = (why: string, more: { readonly isTemporary?: true } = {}): Tests => ({
  kind: 'closed',
  verdict: { isUsed: false, why, ...more },
})

async function hasFolder(repository: Repository, commit: string, folder: string): Promise<boolean> {
  const [entry] = await listTree(repository, commit, [folder])
  return entry?.kind === 'folder'
}

async function runOn(
  commandRunner: CommandRunner,
  { tree, commands, signal }: { tree: string; commands: readonly CheckCommand[]; signal: AbortSignal },
): Promise<Results> {
  const report = await runCommands({
    commandRunner,
    tree,
    commands,
    phase: 'round',
    signal,
    runSignal: signal,
  })
  signal.throwIfAborted()
  if (report.kind === 'not-run') throw new Error(`its tests did not run: ${report.why}`)
  return report.results
}

/** Deleted files first, since a folder may take the place of one. */
const inOrder = (files: readonly ChangedFile[]): ChangedFile[] =>
  files.toSorted((one, other) => Number(other.mode === GONE) - Number(one.mode === GONE))

const GONE = '000000'

/** A folder with the name of the repository, which the agent reads. */
async function copyFor(
  { runs, request, settings, signal }: EvalSetting,
  { repository, scratch }: Bench,
  { base }: HumanChange,
): Promise<string> {
  const parent = join(scratch, 'copy')
  await rm(parent, { recursive: true, force: true })
  await mkdir(parent)
  const folder = join(parent, basename(request.repository))
  return copyBase(repository, base, { folder, settings, environment: runs.environment, signal })
}

/**
 * The tree that is tested: the state before the pull request with the change of the agent, but with the tests of the human, and
 * with nothing of the agent that decides how tests run. A `conftest.py` could let each test pass.
 */
async function prepareGrade(
  { names }: EvalSetting,
  { repository }: Bench,
  { base, tests: ofHuman }: HumanChange,
  patch: Uint8Array,
): Promise<Pick<EvalAttempt, 'size' | 'leftOut'> & { readonly tree: string }> {
  const changed = await applyPatch(repository, base, patch)
  const files = (await listChangedFiles(repository, base, changed)).map((file) => ({ path: file.text, file }))
  const { tests, others } = await sortChangedFiles(files, names)
  const kept = new Set(others.map(({ file }) => file))
  const without = new Set(tests.map(({ path }) => path))
  return {
    tree: await writeTreeWith(repository, base, [...inOrder([...kept]), ...inOrder(ofHuman)]),
    size: await measureChange(repository, { base, tree: changed, without }),
    leftOut: files.filter(({ file }) => !kept.has(file)).map(({ path }) => path),
  }
}

/** The text of the issue is data, as it is on GitHub. Nothing is asked of MCP servers, which may know the answer. */
function composeRun(
  { runUsd }: EvalSetting,
  {
    folder,
    model,
    change,
  }: { readonly folder: string; readonly model: string; readonly change: HumanChange },
) {
  const { number, title, body, author } = change.pull.asked
  return {
    ...{ folder, model, maxCostUsd: runUsd, apply: false, isAlone: true as const },
    prompt: `Resolve issue #${number}.`,
    issue: { number, text: { title, body, author } },
    consent: { isolate: 'yes', setup: 'yes', mcp: 'no' } as const,
  }
}

const SILENT = openLog(String, {
  ...{ info: () => {}, notice: () => {}, warning: () => {}, setFailed: () => {} },
  group: async (_title, work) => work(),
  setSecret: () => {},
  setOutput: () => {},
  writeSummary: async () => {},
})

/** Ends of a run that are no work of the model. */
const BROKEN: ReadonlySet<string> = new Set([
  ...['model-failed', 'model-refused', 'model-key-missing', 'model-unknown', 'quota-spent'],
  ...['runner-full', 'action-failed', 'input-invalid', 'config-invalid', 'cancelled'],
])

function describeRun(
  { outcome, reason, usage }: LocalRunResult,
  runUsd: number,
): Omit<EvalAttempt, 'model' | 'repeat' | 'seconds'> {
  const isBroken = outcome === 'cancelled' || (outcome === 'failed' && BROKEN.has(reason?.code ?? ''))
  return {
    outcome: outcome === 'cancelled' ? 'failed' : outcome,
    resolved: isBroken ? null : false,
    ...{ failToPass: null, passToPass: null, size: null, leftOut: [] },
    // A run that cannot say what it has cost may have cost its limit; one that asked no model has cost nothing.
    costUsd: usage === null ? (reason?.code === 'action-failed' ? runUsd : 0) : (usage.costUsd ?? runUsd),
    steps: usage?.steps ?? 0,
    why: outcome === 'changed' ? null : (reason?.message ?? null),
    code: outcome === 'changed' ? null : (reason?.code ?? null),
  }
}

async function applyPatch(repository: Repository, base: string, patch: Uint8Array): Promise<string> {
  const git = repository.withIndex(join(repository.gitDir, 'prentice-eval-index'))
  await must(git(['read-tree', base]))
  await must(git(['apply', '--cached', '--whitespace=nowarn', '-'], { input: patch }))
  return (await must(git(['write-tree']))).stdout.toString().trim()
}
