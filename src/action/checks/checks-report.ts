import type { TestEvidence } from '../../contract/checks.ts'
import { describeEvidence } from '../../contract/describe-run.ts'
import { truncate } from '../text/format.ts'

/** How one command ended. */
export interface CheckResult {
  readonly name: string
  readonly passed: boolean
  /** Why it did not pass, as the end of a sentence. */
  readonly detail: string
  /** Absent: it did not end by itself. */
  readonly exitCode?: number
  readonly seconds: number
  /** Head and tail of its output. */
  readonly output: string
}

/** The results of the checks on a change. */
export type ChecksReport =
  | {
      readonly kind: 'ran'
      readonly results: readonly CheckResult[]
      /** What they did without the change; absent: it was not sought. */
      readonly tests?: TestEvidence
    }
  | {
      readonly kind: 'not-run'
      /** As the end of a sentence. */
      readonly why: string
      /** The setup command that failed, if that is the cause. */
      readonly setup: CheckResult | null
    }

/** The report with `change` applied to each of its texts. */
export function withTexts(report: ChecksReport, change: (text: string) => string): ChecksReport {
  const changed = (result: CheckResult): CheckResult => ({
    ...result,
    name: change(result.name),
    output: change(result.output),
  })
  if (report.kind === 'ran') {
    const { tests } = report
    const results = report.results.map(changed)
    if (tests === undefined) return { kind: 'ran', results }
    const why = tests.why === null ? null : change(tests.why)
    return { kind: 'ran', results, tests: { ...tests, why, checks: tests.checks.map(change) } }
  }
  return { ...report, why: change(report.why), setup: report.setup && changed(report.setup) }
}

export const allPassed = (report: ChecksReport): boolean =>
  report.kind === 'ran' && report.results.every(({ passed }) => passed)

const OUTPUT_LENGTH = 8000
const ALL_OUTPUT_LENGTH = 20_000

/** `✓ Tests: passed after 12 s` */
export const describeResult = ({ name, passed, detail, seconds }: CheckResult): string =>
  `${passed ? '✓' : '✗'} ${name}: ${passed ? 'passed' : detail} after ${showSeconds(seconds)}`

export const showSeconds = (seconds: number): string =>
  seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`

/** For people, one line per command, without its output, and one for the tests of the change. */
export function listReport(report: ChecksReport): string[] {
  if (report.kind === 'ran') {
    const tests = report.tests === undefined ? [] : [describeEvidence(report.tests)]
    return [...report.results.map(describeResult), ...tests]
  }
  const setup = report.setup === null ? [] : [describeResult(report.setup)]
  return [`The checks did not run: ${report.why}.`, ...setup]
}

/** The commands that failed. */
export const failuresOf = (report: ChecksReport): readonly CheckResult[] =>
  report.kind === 'ran'
    ? report.results.filter(({ passed }) => !passed)
    : report.setup === null
      ? []
      : [report.setup]

/** For the model, when its work is sent back. `text` is ours; `data` has the output of the commands. Pure. */
export function describeForModel(
  report: ChecksReport,
  redact: (text: string) => string,
): { readonly text: string; readonly data: string } {
  const failures = failuresOf(report)
  const most = Math.min(OUTPUT_LENGTH, Math.floor(ALL_OUTPUT_LENGTH / Math.max(1, failures.length)))
  return {
    text: ["Not finished: the project's checks ran on your change, and not all passed.", NEXT_STEPS].join(
      ' ',
    ),
    data: [
      ...listReport(report).map(redact),
      ...failures.map(
        ({ name, output }) => `\n== ${redact(name)} ==\n${truncate(redact(output).trim(), most)}`,
      ),
    ].join('\n'),
  }
}

const NEXT_STEPS =
  'They run on a copy without network access, with the dependencies of the base commit installed. Fix what your change broke, then finish again. If a failure has another cause or cannot be fixed here, finish again and say so in the body.'
