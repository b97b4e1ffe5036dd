import type { RedisClient } from './connect.ts'
import type { ServerInfo } from './server-info.ts'

/** What Redis loses with its settings when it or its machine fails: https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/ */
export async function persistenceCaveats(client: RedisClient, info: ServerInfo): Promise<readonly string[]> {
  if (info.get('aof_enabled') !== '1')
    return [
      'Redis keeps no append-only file, so a restart loses every job since its last snapshot: set appendonly yes and appendfsync always',
    ]
  const fsync = await fsyncPolicy(client)
  if (fsync === 'always') return []
  if (fsync === null)
    return [
      'Redis does not say when it writes to its disk (CONFIG GET is refused): make sure of appendfsync always',
    ]
  const lost = fsync === 'everysec' ? 'up to a second of accepted jobs' : 'accepted jobs'
  return [
    `Redis runs with appendfsync ${fsync}, so a failure of its machine loses ${lost}: set appendfsync always`,
  ]
}

async function fsyncPolicy(client: RedisClient): Promise<string | null> {
  try {
    return (await client.configGet('appendfsync')).appendfsync ?? null
  } catch {
    // Hosted servers often allow no CONFIG.
    return null
  }
}
