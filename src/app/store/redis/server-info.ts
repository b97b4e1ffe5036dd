/** What `INFO` says: https://redis.io/docs/latest/commands/info/ */
export type ServerInfo = ReadonlyMap<string, string>

const OLDEST = 6

/** Throws for a server that cannot keep the promises of the store. */
export function requireUsable(text: string): ServerInfo {
  const info = parseInfo(text)
  const version = info.get('redis_version') ?? ''
  const refused = whyUnusable(info, version)
  if (refused !== null) throw new Error(refused)
  return info
}

function whyUnusable(info: ServerInfo, version: string): string | null {
  if (info.get('redis_mode') === 'cluster' || info.get('cluster_enabled') === '1')
    return 'it is a Redis Cluster, which cannot commit keys of several nodes together: use a single primary'
  if (info.get('redis_mode') === 'sentinel')
    return 'it is a Redis Sentinel, which holds no data: point DATABASE_URL to the address of the primary'
  if (info.get('role') !== 'master')
    return 'it is a replica, which accepts no writes: point DATABASE_URL to the primary'
  if (info.get('loading') === '1') return 'it is still loading its data'
  if (Number.parseInt(version, 10) < OLDEST) return `it is Redis ${version}: use ${OLDEST} or newer`
  const policy = info.get('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction')
    return `its maxmemory-policy is ${policy}, with which it deletes jobs when memory is short: set noeviction`
  return null
}

/** Why a usable server refuses writes now; `null`: it accepts them. */
export function whyNoWrites(info: ServerInfo): string | null {
  const most = Number(info.get('maxmemory') ?? 0)
  if (most > 0 && Number(info.get('used_memory')) > most)
    return `the memory of Redis is full (maxmemory ${most} bytes), so no job is accepted: raise maxmemory`
  if (info.get('aof_last_write_status') === 'err')
    return 'Redis cannot write its append-only file, so no job is accepted: its log says why, for example a full disk'
  return null
}

export const parseInfo = (text: string): ServerInfo =>
  new Map(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      return colon < 0 || line.startsWith('#') ? [] : [[line.slice(0, colon), line.slice(colon + 1)]]
    }),
  )
