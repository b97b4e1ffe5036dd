import { spawn } from 'node:child_process'
import type { StatsFs } from 'node:fs'
import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../text/format.ts'
import { keepHeadAndTail } from './head-and-tail.ts'
import { type Argv, type Bounds, type IsolationFacts, type Phase, unshareCommand } from './unshare-command.ts'

// Egress: starts the programs of the isolation with their own environment.

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

type Isolated<R> =
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
    return { kind: 'not-isolated', why: `${argv.file} could not be started: ${messageOf(error)}` }
  }
  // Root writes this file just before it starts the command. An exit code could be that of the command.
  const isIsolated = (await readFile(startedFile, 'utf8').catch(() => '')) === 'begun'
  if (isIsolated || run.end.kind !== 'exited') return { kind: 'ran', run }
  return { kind: 'not-isolated', why: lastLine(run.errors) || `it ended with exit code ${run.end.code}` }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

export interface RunBounds {
  readonly seconds: number
  readonly signal: AbortSignal
  /** A folder on the disk that the command writes to. */
  readonly store: string
  /** Bytes of output at which the command is ended. */
  readonly mostOutput: number
  /** Free bytes on the disk below which the command is ended. */
  readonly leastDisk: number
  readonly now: () => number
}

/** Takes what a command prints. */
interface OutputSink {
  add(chunk: Buffer): void
  /** Total bytes so far. */
  readonly bytes: number
}

export interface SpawnedRun {
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'timeout' | 'aborted' | 'flood' | 'disk' }
  /** Messages of the isolation itself. */
  readonly errors: string
  readonly seconds: number
}

const ERROR_BYTES = 48 * 1024
const DISK_INTERVAL_MS = 500
const MIN_INODES = 1000

/**
 * Runs an isolated command until it ends or exceeds a bound. It is ended by closing its standard input, see
 * `LIFELINE_SCRIPT`. Resolves when none of its processes can print any more. Rejects if it cannot be started.
 */
export function spawnIsolated(
  { file, args }: Argv,
  bounds: RunBounds,
  output: OutputSink,
): Promise<SpawnedRun> {
  return new Promise((resolve, reject) => {
    const startedAt = bounds.now()
    const child = spawn(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'pipe' })
    const errors = keepHeadAndTail(ERROR_BYTES, ERROR_BYTES)
    let cut: 'timeout' | 'aborted' | 'flood' | 'disk' | null = null
    const stop = (why: NonNullable<typeof cut>) => {
      cut ??= why
      child.stdin.end()
    }
    const onAbort = () => stop('aborted')
    const timer = setTimeout(stop, bounds.seconds * 1000, 'timeout')
    const disk = setInterval(
      () => void isDiskLow(bounds).then((isLow) => isLow && stop('disk')),
      DISK_INTERVAL_MS,
    )
    bounds.signal.addEventListener('abort', onAbort, { once: true })
    if (bounds.signal.aborted) onAbort()
    const settle = () => {
      clearTimeout(timer)
      clearInterval(disk)
      bounds.signal.removeEventListener('abort', onAbort)
    }
    // The process may end before its pipe is closed.
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => {
      output.add(chunk)
      if (output.bytes > bounds.mostOutput) stop('flood')
    })
    child.stderr.on('data', (chunk: Buffer) => errors.add(chunk))
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('close', (code) => {
      settle()
      resolve({
        end: cut === null ? { kind: 'exited', code: code ?? 137 } : { kind: cut },
        errors: errors.text(),
        seconds: (bounds.now() - startedAt) / 1000,
      })
    })
  })
}

/** A command may use this share of the free disk space. */
const DISK_SHARE = 0.9

/** What a command must leave free of a disk, in bytes. Pure. */
export const leastDiskOf = ({ bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'>): number =>
  bavail * bsize * (1 - DISK_SHARE)

/** False if the file system does not report it. */
async function isDiskLow({ store, leastDisk }: RunBounds): Promise<boolean> {
  const found = await statfs(store).catch(() => null)
  return found !== null && isFull(found, leastDisk)
}

/** `leastDisk`: in bytes. Some file systems count no inodes: then both numbers are 0. Pure. */
export const isFull = (
  { bavail, bsize, files, ffree }: Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>,
  leastDisk: number,
): boolean => bavail * bsize < leastDisk || (files > 0 && ffree < MIN_INODES)
