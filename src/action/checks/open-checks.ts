import type { CheckCommand, ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult, ChecksReport } from './check-result.ts'
import { openOverlayFolder } from './isolation/overlay-folder.ts'
import { probeIsolation } from './isolation/probe.ts'
import type { Cell } from './isolation/run-isolated.ts'
import type { IsolationFacts } from './isolation/unshare-command.ts'
import { type CheckContext, runCheck } from './run-check.ts'

export interface ChecksDeps {
  readonly plan: ChecksPlan
  readonly facts: IsolationFacts
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** A folder outside the workspace that no other user can enter. */
  readonly scratch: string
  /** The commit that the set-up commands run on. */
  readonly baseSha: string
  /** Writes the files of a tree or commit into an empty folder. */
  readonly exportTree: (tree: string, folder: string) => Promise<void>
  readonly signal: AbortSignal
  readonly bounds: Cell['bounds']
  readonly now: () => number
  readonly onResult: (result: CheckResult) => void
}

/** The checks of a run, after their set-up. */
export interface Checks {
  readonly rounds: number
  /** Runs them on a tree, once per tree. */
  inspect(tree: string, signal: AbortSignal): Promise<ChecksReport>
  /** The report on a tree that was inspected before; `null`: there is none. */
  recall(tree: string): ChecksReport | null
}

/** Checks whether commands can be isolated on this runner. If so, sets up the checks. */
export async function openChecks(deps: ChecksDeps): Promise<Checks> {
  const { facts, plan, platform, workspace, signal, now, environment, baseSha } = deps
  const folder = await openOverlayFolder(facts, deps.scratch)
  const cell: Cell = { facts, store: folder.store, bounds: deps.bounds, now }
  const obstacle = await probeIsolation(cell, folder, { platform, outside: workspace, signal })
  if (obstacle !== null) return neverRun(notIsolated(obstacle))

  const runPhase = async (phase: 'setup' | 'round', tree: string, until: AbortSignal) => {
    try {
      await folder.begin(phase, (path) => deps.exportTree(tree, path), until)
    } catch (error) {
      signal.throwIfAborted()
      return until.aborted ? OUT_OF_TIME : notStarted(error)
    }
    const commands = phase === 'setup' ? plan.setup : plan.commands
    return runAll(commands, phase, { cell, environment, signal: until }, deps.onResult)
  }
  const setup = await runPhase('setup', baseSha, signal)
  if (setup.kind === 'not-run') return neverRun(setup)
  const failed = setup.results.find(({ passed }) => !passed)
  if (failed !== undefined) return neverRun(setupFailed(failed))

  const known = new Map<string, ChecksReport>()
  return {
    rounds: plan.rounds,
    recall: (tree) => known.get(tree) ?? null,
    async inspect(tree, until) {
      const report = known.get(tree) ?? (await runPhase('round', tree, until))
      known.set(tree, report)
      return report
    },
  }
}

/** Runs them in order, since later commands use files of earlier ones. Set-up ends at the first failure; checks all run. */
async function runAll(
  commands: readonly CheckCommand[],
  phase: 'setup' | 'round',
  context: CheckContext,
  onResult: (result: CheckResult) => void,
): Promise<ChecksReport> {
  const results: CheckResult[] = []
  for (const command of commands) {
    const done = await runCheck(context, command, phase)
    if (done.kind === 'not-isolated') return notIsolated(done.why)
    onResult(done.result)
    results.push(done.result)
    if (phase === 'setup' && !done.result.passed) break
  }
  return { kind: 'ran', results }
}

const notIsolated = (why: string): ChecksReport => ({
  kind: 'not-run',
  why: `this runner cannot isolate them (${why})`,
  setup: null,
})

const OUT_OF_TIME: ChecksReport = {
  kind: 'not-run',
  why: 'the run was stopped or out of time before they could start',
  setup: null,
}

/** The work is not lost because of it. */
const notStarted = (error: unknown): ChecksReport => ({
  kind: 'not-run',
  why: `they could not be started (${error instanceof Error ? error.message : String(error)})`,
  setup: null,
})

const setupFailed = (setup: CheckResult): ChecksReport => ({
  kind: 'not-run',
  why: 'their set-up failed on the base',
  setup,
})

/** No rounds, since there is nothing that the model could fix. */
const neverRun = (report: ChecksReport): Checks => ({
  rounds: 0,
  inspect: async () => report,
  recall: () => report,
})
