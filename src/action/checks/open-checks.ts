import type { ChecksPlan } from '../../contract/checks.ts'
import type { CheckResult, ChecksReport } from './checks-report.ts'
import type { OutputShare } from './isolation/run-isolated.ts'
import type { Bench } from './open-bench.ts'
import { type CommandsRequest, runCommands } from './run-commands.ts'

/** The checks of a run. */
export interface Checks {
  readonly rounds: number
  /** In their order; empty: none will run. */
  readonly names: readonly string[]
  /** Runs them on a tree, once per tree, unless `signal` ends them. */
  inspect(tree: string, signal: AbortSignal): Promise<ChecksReport>
  /** Runs one of them by itself, while the agent works: once per tree, with more of its output. */
  inspectOne(name: string, tree: string, signal: AbortSignal): Promise<ChecksReport>
  /** The report on a tree that was inspected before; `null`: there is none. */
  recall(tree: string): ChecksReport | null
}

/** Of the output of a check that the agent asked for. */
export const LARGE_SHARE: OutputShare = { head: 256 * 1024, tail: 768 * 1024 }

/** `place`: where they run, after their setup; a report: why they do not. `signal` aborts with the run. */
export function openChecks({
  plan,
  place,
  signal: runSignal,
  onResult,
}: {
  readonly plan: ChecksPlan
  readonly place: Bench | ChecksReport
  readonly signal: AbortSignal
  readonly onResult: (result: CheckResult) => void
}): Checks {
  if ('kind' in place) return neverRun(place)
  const known = new Map<string, ChecksReport>()
  const knownOne = new Map<string, ChecksReport>()
  const run = (
    commands: ChecksPlan['commands'],
    request: Pick<CommandsRequest, 'tree' | 'signal' | 'share' | 'onResult'>,
  ) => runCommands({ ...request, commands, phase: 'round', bench: place, runSignal })
  return {
    rounds: plan.rounds,
    names: plan.commands.map(({ name }) => name),
    recall: (tree) => known.get(tree) ?? null,
    async inspect(tree, signal) {
      const report = known.get(tree) ?? (await run(plan.commands, { tree, signal, onResult }))
      // Commands that were ended with the run say nothing about the tree.
      if (!signal.aborted) known.set(tree, report)
      return report
    },
    async inspectOne(name, tree, signal) {
      const before = known.get(tree)
      const result = before?.kind === 'ran' ? before.results.find((one) => one.name === name) : undefined
      if (result !== undefined) return { kind: 'ran', results: [result] }
      const key = `${tree} ${name}`
      const commands = plan.commands.filter((command) => command.name === name)
      const report = knownOne.get(key) ?? (await run(commands, { tree, signal, share: LARGE_SHARE }))
      if (report.kind === 'ran' && !signal.aborted) knownOne.set(key, report)
      return report
    },
  }
}

/** No rounds, since there is nothing that the model could fix. */
const neverRun = (report: ChecksReport): Checks => ({
  rounds: 0,
  names: [],
  inspect: async () => report,
  inspectOne: async () => report,
  recall: () => report,
})
