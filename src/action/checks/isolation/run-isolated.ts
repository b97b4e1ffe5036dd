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

/** A command may take this share of what is free on the disk. */
const DISK_SHARE = 0.9

export type IsolatedRun =
  | { readonly kind: 'ran'; readonly run: SpawnedRun }
  | { readonly kind: 'not-isolated'; readonly why: string }

interface Wanted {
  readonly phase: 'setup' | 'round'
  readonly run: string
  readonly seconds: number
  readonly environment: readonly string[]
  readonly signal: AbortSignal
}

/** Runs a command isolated, or not at all. */
export async function runIsolated(cell: Cell, wanted: Wanted): Promise<IsolatedRun> {
  const { store, facts, bounds, now } = cell
  const begun = join(store, 'begun')
  await rm(begun, { force: true })
  const disk = await statfs(store)
  const argv = unshareCommand(facts, { ...wanted, store, bounds })
  const watch = {
    seconds: wanted.seconds,
    signal: wanted.signal,
    store,
    mostOutput: bounds.output,
    leastDisk: disk.bavail * disk.bsize * (1 - DISK_SHARE),
    now,
  }
  let run: SpawnedRun
  try {
    run = await spawnIsolated(argv, watch)
  } catch (error) {
    return { kind: 'not-isolated', why: `${argv.file} could not be started: ${textOf(error)}` }
  }
  // Root writes it when all is in place, just before the command: an exit code does not tell, the command has any.
  const isIsolated = (await readFile(begun, 'utf8').catch(() => '')) === 'begun'
  if (isIsolated || run.end.kind !== 'exited') return { kind: 'ran', run }
  return { kind: 'not-isolated', why: lastLine(run.errors) || `it ended with exit code ${run.end.code}` }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
