import { spawn } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { keepHeadAndTail } from './head-and-tail.ts'
import type { Argv } from './unshare-command.ts'

export interface Watch {
  readonly seconds: number
  readonly signal: AbortSignal
  /** A folder on the disk that the command can fill. */
  readonly store: string
  /** The command is ended once it has printed more. */
  readonly mostOutput: number
  /** The command is ended once less than this is free on the disk, in bytes. */
  readonly leastDisk: number
  readonly now: () => number
}

export interface SpawnedRun {
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'timeout' | 'aborted' | 'flood' | 'disk' }
  readonly output: string
  /** What the isolation itself said. */
  readonly errors: string
  readonly seconds: number
}

const HEAD_BYTES = 16 * 1024
const TAIL_BYTES = 48 * 1024
const LOOK_AT_DISK_MS = 500
const LEAST_INODES = 1000

/**
 * Runs an isolated command to its end, whichever comes first. It is ended by closing its standard input, see
 * `LIFELINE_SCRIPT`, and resolves when nothing of it can print any more. Rejects if it cannot be started.
 */
export function spawnIsolated({ file, args }: Argv, watch: Watch): Promise<SpawnedRun> {
  return new Promise((resolve, reject) => {
    const startedAt = watch.now()
    const child = spawn(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'pipe' })
    const output = keepHeadAndTail(HEAD_BYTES, TAIL_BYTES)
    const errors = keepHeadAndTail(TAIL_BYTES, TAIL_BYTES)
    let cut: 'timeout' | 'aborted' | 'flood' | 'disk' | null = null
    const endIt = (why: NonNullable<typeof cut>) => {
      cut ??= why
      child.stdin.end()
    }
    const onAbort = () => endIt('aborted')
    const timer = setTimeout(endIt, watch.seconds * 1000, 'timeout')
    const disk = setInterval(
      () => void isDiskLow(watch).then((isLow) => isLow && endIt('disk')),
      LOOK_AT_DISK_MS,
    )
    watch.signal.addEventListener('abort', onAbort, { once: true })
    if (watch.signal.aborted) onAbort()
    const settle = () => {
      clearTimeout(timer)
      clearInterval(disk)
      watch.signal.removeEventListener('abort', onAbort)
    }
    // It may end before its pipe is closed.
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => {
      output.add(chunk)
      if (output.bytes > watch.mostOutput) endIt('flood')
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
        output: output.text(),
        errors: errors.text(),
        seconds: (watch.now() - startedAt) / 1000,
      })
    })
  })
}

/** False where the file system does not say. */
async function isDiskLow({ store, leastDisk }: Watch): Promise<boolean> {
  const found = await statfs(store).catch(() => null)
  if (found === null) return false
  // Some file systems count no inodes: then both numbers are 0.
  return found.bavail * found.bsize < leastDisk || (found.files > 0 && found.ffree < LEAST_INODES)
}
