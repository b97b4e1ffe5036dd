import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpawnedRun, spawnIsolated } from './spawn-isolated.ts'
import { type Bounds, type IsolationFacts, unshareCommand } from './unshare-command.ts'

export interface Cell {
  readonly facts: IsolationFacts
  readonly store: string
  readonly bounds: Bounds & { readonly output: number }
  readonly now: () => number
}

export const BOUNDS = {
  processes: 2048,
  fileBytes: 4 * 1024 ** 3,
  output: 64 * 1024 ** 2,
}

/** A command may use this share of the free disk space. */
const DISK_SHARE = 0.9

export type IsolatedRun =
  | { readonly kind: 'ran'; readonly run: SpawnedRun }
  | { readonly kind: 'not-isolated'; readonly why: string }

interface IsolatedRequest {
  readonly phase: 'setup' | 'round'
  readonly run: string
  readonly seconds: number
  readonly environment: readonly string[]
  readonly signal: AbortSignal
}

/** Runs a command isolated, or not at all. */
export async function runIsolated(cell: Cell, request: IsolatedRequest): Promise<IsolatedRun> {
  const { store, facts, bounds, now } = cell
  const startedFile = join(store, 'begun')
  await rm(startedFile, { force: true })
  const disk = await statfs(store)
  const argv = unshareCommand(facts, { ...request, store, bounds })
  const runBounds = {
    seconds: request.seconds,
    signal: request.signal,
    store,
    mostOutput: bounds.output,
    leastDisk: disk.bavail * disk.bsize * (1 - DISK_SHARE),
    now,
  }
  let run: SpawnedRun
  try {
    run = await spawnIsolated(argv, runBounds)
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
