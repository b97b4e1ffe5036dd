import type { CheckCommand } from '../../contract/checks.ts'
import type { CheckResult, ChecksReport } from './check-result.ts'
import { type CheckContext, runCheck } from './run-check.ts'

export interface CommandsRequest extends CheckContext {
  readonly phase: 'setup' | 'round'
  readonly tree: string
  readonly commands: readonly CheckCommand[]
  /** Aborts with the run, while `signal` may abort before it. */
  readonly runSignal: AbortSignal
  readonly onResult?: (result: CheckResult) => void
}

/**
 * Runs commands of the settings on a tree, in order, since later commands use files of earlier ones. Setup ends at the
 * first failure; checks all run.
 */
export async function runCommands(request: CommandsRequest): Promise<ChecksReport> {
  const { phase, tree, commands, runSignal, onResult, ...context } = request
  try {
    await context.bench.begin(phase, tree, context.signal)
  } catch (error) {
    runSignal.throwIfAborted()
    return context.signal.aborted ? OUT_OF_TIME : notStarted(error)
  }
  const results: CheckResult[] = []
  for (const command of commands) {
    const done = await runCheck(context, command, phase)
    if (done.kind === 'not-isolated') return notIsolated(done.why)
    onResult?.(done.result)
    results.push(done.result)
    if (phase === 'setup' && !done.result.passed) break
  }
  return { kind: 'ran', results }
}

export const notIsolated = (why: string): ChecksReport => ({
  kind: 'not-run',
  why: `this runner cannot isolate them (${why})`,
  setup: null,
})

const OUT_OF_TIME: ChecksReport = {
  kind: 'not-run',
  why: 'the run was stopped or ran out of time before they could start',
  setup: null,
}

/** The work is not lost because of it. */
const notStarted = (error: unknown): ChecksReport => ({
  kind: 'not-run',
  why: `they could not be started (${error instanceof Error ? error.message : String(error)})`,
  setup: null,
})
