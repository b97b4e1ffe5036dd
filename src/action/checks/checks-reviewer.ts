import type { Reviewer } from '../agent/review/reviewer.ts'
import { allPassed, describeForModel } from './checks-report.ts'
import type { Checks } from './open-checks.ts'

/** Sends the work back to the model while the project's checks fail. `readTree`: the work as it would be published. */
export const createChecksReviewer = (
  checks: Checks,
  { readTree, redact }: { readTree: () => Promise<string>; redact: (text: string) => string },
): Reviewer => ({
  name: 'checks',
  rounds: checks.rounds,
  async review(_finish, signal) {
    const report = await checks.inspect(await readTree(), signal)
    // Commands that were ended with the run say nothing about the work. Accepted, it would be checked again without a limit.
    signal.throwIfAborted()
    if (report.kind === 'not-run' || allPassed(report)) return { kind: 'passed' }
    return { kind: 'sent-back', ...describeForModel(report, redact) }
  },
})
