import { constants } from 'node:os'
import type { CheckCommand } from '../../contract/checks.ts'
import { countOf, messageOf } from '../text/format.ts'
import type { CheckResult, ChecksReport } from './checks-report.ts'
import type { CommandRunner } from './command-runner.ts'
import type { OutputShare, SpawnedRun } from './isolation/run-isolated.ts'

export interface CommandsRequest {
  readonly commandRunner: CommandRunner
  readonly signal: AbortSignal
  readonly share?: OutputShare
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
  const { phase, tree, commands, signal, runSignal, onResult, commandRunner } = request
  try {
    await commandRunner.begin(phase, tree, signal)
  } catch (error) {
    runSignal.throwIfAborted()
    return signal.aborted ? OUT_OF_TIME : notStarted(error)
  }
  const results: CheckResult[] = []
  for (const command of commands) {
    const done = await runCommand(request, command)
    if (done.kind === 'not-isolated') return notIsolated(done.why)
    onResult?.(done.result)
    results.push(done.result)
    if (phase === 'setup' && !done.result.passed) break
  }
  return { kind: 'ran', results }
}

/** Runs the setup commands on the base. Returns why no check can run after them; `null`: all succeeded. */
export async function setUp({
  baseSha,
  signal,
  ...given
}: Pick<CommandsRequest, 'commandRunner' | 'commands' | 'signal' | 'onResult'> & {
  readonly baseSha: string
}): Promise<ChecksReport | null> {
  // The files of the base are not written for a command that may never run.
  if (given.commands.length === 0) return null
  const report = await runCommands({ ...given, phase: 'setup', tree: baseSha, signal, runSignal: signal })
  if (report.kind === 'not-run') return report
  const setup = report.results.find(({ passed }) => !passed)
  return setup === undefined ? null : { kind: 'not-run', why: 'their setup failed on the base', setup }
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
  why: `they could not be started (${messageOf(error)})`,
  setup: null,
})

/** Runs one command of the project's settings. */
async function runCommand(
  { commandRunner, phase, signal, share }: CommandsRequest,
  { name, run, seconds }: CheckCommand,
) {
  const done = await commandRunner.run(phase, { run, seconds, signal, ...(share && { share }) })
  if (done.kind === 'not-isolated') return done
  const { end, output } = done.run
  const passed = end.kind === 'exited' && end.code === 0
  const detail = describeEnd(end, seconds)
  const exitCode = end.kind === 'exited' ? { exitCode: end.code } : {}
  const result = { name, passed, detail, ...exitCode, seconds: done.run.seconds, output }
  return { kind: 'ended', result } as const
}

/** As the end of a sentence. Pure. */
export function describeEnd(end: SpawnedRun['end'], seconds: number): string {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.code}${nameSignal(end.code)}`
    case 'timeout':
      return `ended at its time limit of ${countOf(seconds, 'second')}`
    case 'aborted':
      return 'ended because the run was stopped or ran out of time'
    case 'flood':
      return 'ended because it printed too much'
    case 'disk':
      return 'ended because it filled the disk'
  }
}

/** A shell reports a program that a signal has ended as 128 and the number of the signal. Pure. */
function nameSignal(code: number): string {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? []
  if (name === undefined) return ''
  return name === 'SIGKILL' ? ' (SIGKILL, for example because memory ran out)' : ` (${name})`
}
