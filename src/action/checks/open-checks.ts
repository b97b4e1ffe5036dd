import type { ChecksPlan, TestEvidence } from '../../contract/checks.ts'
import type { Reviewer } from '../agent/review/reviewer.ts'
import { allPassed, type CheckResult, type ChecksReport, describeForModel } from './checks-report.ts'
import type { CommandRunner } from './command-runner.ts'
import { type EvidenceParts, openEvidence } from './evidence/open-evidence.ts'
import type { OutputShare } from './isolation/run-isolated.ts'
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
  /**
   * Whether the tests of a tree fail without its change, if all checks passed on it. `null`: it is not to be sought, or the change
   * has no tests, or nothing else. Runs the checks at most twice, and once per tree.
   */
  findEvidence(tree: string, signal: AbortSignal): Promise<TestEvidence | null>
}

/** Of the output of a check that the agent asked for. */
export const LARGE_SHARE: OutputShare = { head: 256 * 1024, tail: 768 * 1024 }

/** `place`: where they run, after their setup; a report: why they do not. `signal` aborts with the run. */
export function openChecks({
  plan,
  place,
  signal: runSignal,
  onResult,
  evidence = null,
}: {
  readonly plan: ChecksPlan
  readonly place: CommandRunner | ChecksReport
  readonly signal: AbortSignal
  readonly onResult: (result: CheckResult) => void
  /** What the search for evidence needs besides; `null`: none is sought. */
  readonly evidence?: EvidenceParts | null
}): Checks {
  if ('kind' in place) return neverRun(place)
  const known = new Map<string, ChecksReport>()
  const knownOne = new Map<string, ChecksReport>()
  const run = (
    commands: ChecksPlan['commands'],
    request: Pick<CommandsRequest, 'tree' | 'signal' | 'share' | 'onResult'>,
  ) => runCommands({ ...request, commands, phase: 'round', commandRunner: place, runSignal })
  const seek =
    evidence === null || plan.evidence === undefined
      ? null
      : openEvidence({
          ...{ commands: plan.commands, globs: plan.evidence.tests, parts: evidence },
          runOn: (tree, signal) => run(plan.commands, { tree, signal, share: LARGE_SHARE }),
        })
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
    async findEvidence(tree, signal) {
      const report = known.get(tree)
      if (seek === null || report?.kind !== 'ran' || !allPassed(report)) return null
      return seek({ tree, passed: report.results, signal })
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
  findEvidence: async () => null,
})

/** Sends the work back to the model while the project's checks fail. `readTree`: the work as it would be published. */
export const createChecksReviewer = (
  checks: Pick<Checks, 'rounds' | 'inspect'>,
  { readTree, redact }: { readTree: () => Promise<string>; redact: (text: string) => string },
): Reviewer => ({
  name: 'checks',
  rounds: checks.rounds,
  async review(_finish, signal) {
    const report = await checks.inspect(await readTree(), signal)
    // Commands that were ended with the run say nothing about the work. Accepted, it would be checked again without a limit.
    signal.throwIfAborted()
    if (report.kind === 'not-run' || allPassed(report)) return { kind: 'passed' }
    return { kind: 'sent-back', why: 'a check failed', ...describeForModel(report, redact) }
  },
})

/** Sends the work back once if its tests also pass without it. `readTree`: the work on which the checks have passed. */
export const createEvidenceReviewer = (
  checks: Pick<Checks, 'findEvidence'>,
  readTree: () => Promise<string>,
): Reviewer => ({
  name: 'evidence',
  rounds: 1,
  async review(_finish, signal) {
    const found = await checks.findEvidence(await readTree(), signal)
    return found?.result === 'passes-without-change'
      ? { kind: 'sent-back', why: 'its tests also pass without it', text: TESTS_SHOW_NOTHING }
      : { kind: 'passed' }
  },
})

const TESTS_SHOW_NOTHING =
  "Not finished: the project's checks also pass with only the test files of your change, without the rest of it. So those tests do not show that the change is needed or works. Make a test fail without the change, then finish again. If that is not possible, or is not what was asked for, finish again as it is and say so in the body; you are told this once."
