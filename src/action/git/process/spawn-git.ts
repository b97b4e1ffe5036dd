import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { cutHead } from '../../../contract/text.ts'
import { UnfitRunner } from './unfit-runner.ts'

// Egress: starts git with its own environment, and with tokens for fetch and push only.

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

interface SpawnOptions {
  readonly input?: string | Uint8Array
  readonly maxBytes?: number
  readonly timeoutMs?: number
  /** True: in the locale C.UTF-8, in which git compares characters. Default: in C, where it compares bytes. */
  readonly inUtf8?: boolean
}

/** Node gives the same error for a missing folder. */
const nameMissingGit = (cwd: string, cause: Error): Error =>
  existsSync(cwd)
    ? new UnfitRunner(
        '`runs-on` or `container` names a machine without git; install git 2.38 or newer there',
        { cause },
      )
    : new Error(`git could not be started in ${cwd}, which does not exist`, { cause })

/** As `Git`, with the bytes of standard output. */
export type GitBytes = (args: readonly string[], options?: SpawnOptions) => Promise<RawResult>

export interface RawResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
  readonly cut: boolean
}

interface ProcessOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/**
 * One git process in its own process group, so that ending it also ends its children (git-remote-https). If the
 * output exceeds `maxBytes`, the process is ended with code 0 and the output is cut. A timeout gives code 124. Rejects if
 * git cannot be started, or with the reason of the signal.
 */
export function spawnGit(
  args: readonly string[],
  { cwd, env, signal }: ProcessOptions,
  options: SpawnOptions = {},
): Promise<RawResult> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const { input, inUtf8 = false } = options
    const child = start(args, {
      cwd,
      env: inUtf8 ? { ...env, LC_ALL: 'C.UTF-8' } : env,
      hasInput: input !== undefined,
    })
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
    // git may end before it has read its input. The exit code says why, EPIPE does not.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)

    child.on('error', (cause) => {
      settle()
      reject(nameMissingGit(cwd, cause))
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

/** Without input there is no pipe: an unused one costs as much as listing a thousand files. */
function start(
  args: readonly string[],
  { cwd, env, hasInput }: { cwd: string; env: ProcessOptions['env']; hasInput: boolean },
): ChildProcessByStdio<Writable | null, Readable, Readable> {
  const options = { cwd, env: { ...env }, detached: true }
  return hasInput
    ? spawn('git', args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    : spawn('git', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // The process ended a moment ago. macOS reports EPERM for a group without live processes.
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

const MESSAGE_LENGTH = 400

/** A message of git as one line for a person: its `remote:` lines if there are any, else the whole. */
export function oneLine(stderr: string): string {
  if (/Authentication failed|could not read Username/.test(stderr))
    return 'the remote did not accept the token'
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
    .filter((line) => line !== '' && line !== 'remote:')
  const remote = lines
    .filter((line) => line.startsWith('remote: '))
    .map((line) => line.slice('remote: '.length))
  const text = remote.length > 0 ? remote.join(' ') : lines.join(' ')
  return cutHead(text.replace(/\s+/g, ' '), MESSAGE_LENGTH) || 'git gave no message'
}

/** Whether the disk of the runner is full. A `remote:` line is about the disk of the remote. */
export const isFull = (stderr: string): boolean =>
  /^(?!remote:).*(?:no space left on device|disk quota exceeded)/im.test(stderr)

/** Whether a retry cannot help: the server has refused the request. A lost connection, a 429 or a 5xx may be temporary. */
export function isFinalResponse(stderr: string): boolean {
  if (isFull(stderr)) return true
  return /Authentication failed|error: 4(?!08|29)\d\d|not found|couldn't find remote ref|could not read Username/i.test(
    stderr,
  )
}
