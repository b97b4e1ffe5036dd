/** How one command ended. */
export interface CheckResult {
  readonly name: string
  readonly passed: boolean
  /** Why it did not pass, as the end of a sentence. */
  readonly detail: string
  readonly seconds: number
  /** Head and tail of its output. */
  readonly output: string
}

/** The results of the checks on a change. */
export type ChecksReport =
  | { readonly kind: 'ran'; readonly results: readonly CheckResult[] }
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
  if (report.kind === 'ran') return { kind: 'ran', results: report.results.map(changed) }
  return { ...report, why: change(report.why), setup: report.setup && changed(report.setup) }
}

export const allPassed = (report: ChecksReport): boolean =>
  report.kind === 'ran' && report.results.every(({ passed }) => passed)
