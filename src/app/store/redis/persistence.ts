import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClient } from './connect.ts'
import type { ServerInfo } from './server-info.ts'

/** When Redis writes to its disk: https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/ */
export interface Persistence {
  /** What it loses when it or its machine fails. */
  readonly caveats: readonly string[]
  /** True: within seconds, but after it has confirmed a write. */
  readonly isLate: boolean
}

export async function readPersistence(client: RedisClient, info: ServerInfo): Promise<Persistence> {
  if (info.get('aof_enabled') !== '1')
    return {
      caveats: [
        'Redis keeps no append-only file, so a restart loses every job since its last snapshot: set appendonly yes and appendfsync always',
      ],
      isLate: false,
    }
  const fsync = await setting(client, 'appendfsync')
  // Redis stops its fsyncs while it rewrites the file or takes a snapshot, also with `always`:
  // https://redis.io/docs/latest/operate/oss_and_stack/management/config-file/
  const isPaused = (await setting(client, 'no-appendfsync-on-rewrite')) === 'yes'
  const paused = isPaused ? [PAUSED] : []
  if (fsync === 'always') return { caveats: paused, isLate: false }
  if (fsync === null)
    return {
      caveats: [
        'Redis does not say when it writes to its disk (CONFIG GET is refused): make sure of appendfsync always',
      ],
      isLate: true,
    }
  const lost = fsync === 'everysec' ? 'up to a second of accepted jobs' : 'accepted jobs'
  const failure = `Redis runs with appendfsync ${fsync}, so a failure of its machine loses ${lost}: set appendfsync always`
  return { caveats: [failure, ...paused], isLate: fsync === 'everysec' }
}

const PAUSED =
  'Redis runs with no-appendfsync-on-rewrite yes, so a failure of its machine during a rewrite or a snapshot loses up to ' +
  'half a minute of accepted jobs: set no-appendfsync-on-rewrite no'

async function setting(client: RedisClient, name: string): Promise<string | null> {
  try {
    return (await client.configGet(name))[name] ?? null
  } catch {
    // Hosted servers often allow no CONFIG.
    return null
  }
}

/** Redis begins an fsync in each second of its clock in which it has written. Its clock may lag by a tenth of a second. */
const NEXT_FSYNC_MS = 1_300
const LOOK_EVERY_MS = 50
const DEADLINE_MS = 10_000

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
}: {
  readonly info: () => Promise<ServerInfo>
  readonly wait?: (ms: number) => Promise<unknown>
  readonly elapsedMs?: () => number
}): Promise<void> {
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
