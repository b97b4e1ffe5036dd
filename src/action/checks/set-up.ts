import type { CheckCommand } from '../../contract/checks.ts'
import type { CheckResult, ChecksReport } from './check-result.ts'
import type { Bench } from './open-bench.ts'
import { runCommands } from './run-commands.ts'

export interface SetUpDeps {
  readonly bench: Bench
  readonly commands: readonly CheckCommand[]
  /** The commit that they run on. */
  readonly baseSha: string
  readonly signal: AbortSignal
  readonly onResult: (result: CheckResult) => void
}

/** Runs the setup commands. Returns why no check can run after them; `null`: all succeeded. */
export async function setUp({ baseSha, signal, ...deps }: SetUpDeps): Promise<ChecksReport | null> {
  const report = await runCommands({ ...deps, phase: 'setup', tree: baseSha, signal, runSignal: signal })
  if (report.kind === 'not-run') return report
  const failed = report.results.find(({ passed }) => !passed)
  return failed === undefined ? null : setupFailed(failed)
}

const setupFailed = (setup: CheckResult): ChecksReport => ({
  kind: 'not-run',
  why: 'their setup failed on the base',
  setup,
})
