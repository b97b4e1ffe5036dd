import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { keepHeadAndTail } from './head-and-tail.ts'
import { leastDiskOf, type OutputSink, type SpawnedRun, spawnIsolated } from './spawn-isolated.ts'
import { type Bounds, type IsolationFacts, type Phase, unshareCommand } from './unshare-command.ts'

export interface Cell {
  readonly facts: IsolationFacts
  readonly store: string
  readonly bounds: Bounds & { readonly output: number }
  readonly now: () => number
}

const BOUNDS = {
  processes: 2048,
  fileBytes: 4 * 1024 ** 3,
  output: 64 * 1024 ** 2,
}

const MEMORY_FOR_RUNNER = 2 * 1024 ** 3

/** Commands leave 2 GiB to the runner, or half of a small machine. Pure. */
export const boundsFor = (memoryBytes: number): Cell['bounds'] => ({
  ...BOUNDS,
  memoryBytes: Math.floor(Math.max(memoryBytes / 2, memoryBytes - MEMORY_FOR_RUNNER)),
})

export type Isolated<R> =
  | { readonly kind: 'ran'; readonly run: R }
  | { readonly kind: 'not-isolated'; readonly why: string }

/** `output`: head and tail of it. */
export type IsolatedRun = Isolated<SpawnedRun & { readonly output: string }>

interface IsolatedRequest {
  readonly phase: Phase
  readonly run: string
  readonly seconds: number
  readonly environment: readonly string[]
  readonly signal: AbortSignal
}

/** How much of an output is kept, in bytes. */
export interface OutputShare {
  readonly head: number
  readonly tail: number
}

const SHARE: OutputShare = { head: 16 * 1024, tail: 48 * 1024 }

/** Runs a command isolated, or not at all. */
export async function runIsolated(
  cell: Cell,
  request: IsolatedRequest,
  { head, tail }: OutputShare = SHARE,
): Promise<IsolatedRun> {
  const output = keepHeadAndTail(head, tail)
  const done = await startIsolated(cell, request, output)
  return done.kind === 'ran' ? { kind: 'ran', run: { ...done.run, output: output.text() } } : done
}

/** As `runIsolated`, for output of any kind. */
export async function startIsolated(
  cell: Cell,
  request: IsolatedRequest,
  output: OutputSink,
): Promise<Isolated<SpawnedRun>> {
  const { store, facts, bounds, now } = cell
  const startedFile = join(store, 'begun')
  await rm(startedFile, { force: true })
  const leastDisk = leastDiskOf(await statfs(store))
  const argv = unshareCommand(facts, { ...request, store, bounds })
  const runBounds = {
    seconds: request.seconds,
    signal: request.signal,
    store,
    mostOutput: bounds.output,
    leastDisk,
    now,
  }
  let run: SpawnedRun
  try {
    run = await spawnIsolated(argv, runBounds, output)
  } catch (error) {
    return { kind: 'not-isolated', why: `${argv.file} could not be started: ${textOf(error)}` }
  }
  // Root writes this file just before it starts the command. An exit code could be that of the command.
  const isIsolated = (await readFile(startedFile, 'utf8').catch(() => '')) === 'begun'
  if (isIsolated || run.end.kind !== 'exited') return { kind: 'ran', run }
  return { kind: 'not-isolated', why: lastLine(run.errors) || `it ended with exit code ${run.end.code}` }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
