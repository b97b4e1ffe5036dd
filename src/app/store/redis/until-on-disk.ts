import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerInfo } from './server-info.ts'

/** Redis begins an fsync in each second of its clock in which it has written. Its clock may lag by a tenth of a second. */
const NEXT_FSYNC_MS = 1_300
const LOOK_EVERY_MS = 50
const DEADLINE_MS = 10_000

export interface OnDiskDeps {
  readonly info: () => Promise<ServerInfo>
  readonly wait?: (ms: number) => Promise<unknown>
  readonly elapsedMs?: () => number
}

/**
 * With `appendfsync everysec`, resolves when everything that Redis has confirmed is on its disk. While an fsync runs,
 * Redis may hold writes back. So the fsync that counts is one that began after a moment without any:
 * https://github.com/redis/redis/blob/7.0.15/src/aof.c (flushAppendOnlyFile). WAITAOF, of Redis 7.2, would block the
 * connection that all requests share.
 */
export async function untilOnDisk({
  info,
  wait = sleep,
  elapsedMs = () => performance.now(),
}: OnDiskDeps): Promise<void> {
  const deadline = elapsedMs() + DEADLINE_MS
  const untilIdle = async (): Promise<void> => {
    while ((await info()).get('aof_pending_bio_fsync') !== '0') {
      if (elapsedMs() > deadline)
        throw new Error(`Redis has not written to its disk within ${DEADLINE_MS} ms`)
      await wait(LOOK_EVERY_MS)
    }
  }
  await untilIdle()
  await wait(NEXT_FSYNC_MS)
  await untilIdle()
}
