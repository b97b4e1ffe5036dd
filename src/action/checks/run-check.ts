import { constants } from 'node:os'
import type { CheckCommand } from '../../contract/checks.ts'
import { countOf } from '../text/format.ts'
import type { CheckResult } from './check-result.ts'
import type { OutputShare } from './isolation/run-isolated.ts'
import type { SpawnedRun } from './isolation/spawn-isolated.ts'
import type { Bench } from './open-bench.ts'

export interface CheckContext {
  readonly bench: Bench
  readonly signal: AbortSignal
  readonly share?: OutputShare
}

export type Checked =
  | { readonly kind: 'checked'; readonly result: CheckResult }
  | { readonly kind: 'not-isolated'; readonly why: string }

/** Runs one command of the project's settings. */
export async function runCheck(
  { bench, ...how }: CheckContext,
  { name, run, seconds }: CheckCommand,
  phase: 'setup' | 'round',
): Promise<Checked> {
  const done = await bench.run(phase, { ...how, run, seconds })
  if (done.kind === 'not-isolated') return done
  const { end, output } = done.run
  const passed = end.kind === 'exited' && end.code === 0
  const result = { name, passed, detail: describeEnd(end, seconds), seconds: done.run.seconds, output }
  return { kind: 'checked', result }
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
