import { truncate } from '../text/truncate.ts'
import type { CheckResult, ChecksReport } from './check-result.ts'

const OUTPUT_LENGTH = 8000
const ALL_OUTPUT_LENGTH = 20_000

/** `✓ Tests: passed after 12 s` */
export const describeResult = ({ name, passed, detail, seconds }: CheckResult): string =>
  `${passed ? '✓' : '✗'} ${name}: ${passed ? 'passed' : detail} after ${showSeconds(seconds)}`

const showSeconds = (seconds: number): string =>
  seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`

/** For people, without what was printed: one line each. */
export function listReport(report: ChecksReport): string[] {
  if (report.kind === 'ran') return report.results.map(describeResult)
  const setup = report.setup === null ? [] : [describeResult(report.setup)]
  return [`The checks did not run: ${report.why}.`, ...setup]
}

/** Of the commands that failed, what they printed. */
export const failuresOf = (report: ChecksReport): readonly CheckResult[] =>
  report.kind === 'ran'
    ? report.results.filter(({ passed }) => !passed)
    : report.setup === null
      ? []
      : [report.setup]

/** For the model, when its work is sent back: our words, and as data what was printed. Pure. */
export function describeForModel(
  report: ChecksReport,
  scrub: (text: string) => string,
): { readonly text: string; readonly data: string } {
  const failures = failuresOf(report)
  const most = Math.min(OUTPUT_LENGTH, Math.floor(ALL_OUTPUT_LENGTH / Math.max(1, failures.length)))
  return {
    text: ["Not finished: the project's checks ran on your change, and not all passed.", HOW_TO_GO_ON].join(
      ' ',
    ),
    data: [
      ...listReport(report).map(scrub),
      ...failures.map(
        ({ name, output }) => `\n== ${scrub(name)} ==\n${truncate(scrub(output).trim(), most)}`,
      ),
    ].join('\n'),
  }
}

const HOW_TO_GO_ON =
  'They run on a copy without a network and with what the base commit needs installed. Mend what your change broke, then finish again. If a failure has another cause or cannot be mended here, finish again and say so in the body.'
