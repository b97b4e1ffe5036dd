import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

export interface SpawnOptions {
  readonly input?: string | Uint8Array
  readonly maxBytes?: number
  readonly timeoutMs?: number
}

/** As `Git`, with the bytes of standard output. */
export type GitBytes = (args: readonly string[], options?: SpawnOptions) => Promise<RawResult>

export interface RawResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
  readonly cut: boolean
}

interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/**
 * One git process in a process group of its own, so that ending it also ends what it started (git-remote-https).
 * Output over `maxBytes` ends it with code 0: what came is good, there is just more. A timeout gives 124.
 * Rejects if git cannot be started, or with the signal's reason.
 */
export function spawnGit(
  args: readonly string[],
  { cwd, env, signal }: Surroundings,
  options: SpawnOptions = {},
): Promise<RawResult> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const { input } = options
    const child = start(args, { cwd, env, isTold: input !== undefined })
    const kept: Buffer[] = []
    const errors: Buffer[] = []
    let bytes = 0
    let errorBytes = 0
    let ended: 'cut' | 'timeout' | 'aborted' | null = null

    const end = (why: 'cut' | 'timeout' | 'aborted') => {
      ended ??= why
      endGroup(child.pid)
    }
    const onAbort = () => end('aborted')
    const timer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs, 'timeout')
    signal?.addEventListener('abort', onAbort, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }

    child.stdout.on('data', (chunk: Buffer) => {
      if (bytes < maxBytes) kept.push(chunk.subarray(0, maxBytes - bytes))
      bytes += chunk.length
      if (bytes > maxBytes) end('cut')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorBytes < MAX_ERROR_BYTES) errors.push(chunk.subarray(0, MAX_ERROR_BYTES - errorBytes))
      errorBytes += chunk.length
    })
    // git may end before it has read its input; its exit code tells why, EPIPE does not.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)

    child.on('error', (cause) => {
      settle()
      reject(
        new Error(`git could not be started in ${cwd}: install git 2.38 or newer on the runner`, { cause }),
      )
    })
    child.on('close', (code) => {
      settle()
      if (ended === 'aborted') return reject(signal?.reason)
      resolve({
        code: ended === 'cut' ? 0 : ended === 'timeout' ? 124 : (code ?? 143),
        stdout: Buffer.concat(kept),
        stderr: Buffer.concat(errors).toString('utf8'),
        cut: ended !== null,
      })
    })
  })
}

/** A pipe that nothing goes through costs as much as listing a thousand files: without input there is none. */
function start(
  args: readonly string[],
  { cwd, env, isTold }: { cwd: string; env: Surroundings['env']; isTold: boolean },
): ChildProcessByStdio<Writable | null, Readable, Readable> {
  const how = { cwd, env: { ...env }, detached: true }
  return isTold
    ? spawn('git', args, { ...how, stdio: ['pipe', 'pipe', 'pipe'] })
    : spawn('git', args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // It ended by itself a moment ago; macOS says EPERM of a group in which nothing is alive.
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
