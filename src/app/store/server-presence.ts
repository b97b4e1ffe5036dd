import { z } from 'zod'
import { commitWithRetry } from './commit-with-retry.ts'
import { readFormat, requireKnownFormat } from './format.ts'
import { keySpace } from './key-space.ts'
import type { OpenedStore, Write } from './store.ts'

export interface PresenceDeps {
  readonly store: OpenedStore
  readonly now: () => number
  /** Of this process, different at each start. */
  readonly serverId: string
  /** The format that this server writes. */
  readonly format: number
}

/** A server that was killed counts as alive for this long. */
const EXPIRES_MS = 120_000

const PresenceRecord = z.looseObject({ id: z.string(), format: z.int(), seenAt: z.int() })
export type ServerPresence = z.infer<typeof PresenceRecord>

function presence({ serverId: id, format, now }: PresenceDeps): Write {
  const seenAt = now()
  const record: ServerPresence = { id, format, seenAt }
  return { key: keySpace.server(id), value: JSON.stringify(record), expiresAt: seenAt + EXPIRES_MS }
}

/**
 * Before anything else a server does: tells the others that it is there. Throws if the store has a newer format. It
 * counts up the starts, so that nobody raises the format without having seen this server.
 */
export const announceServer = (deps: PresenceDeps): Promise<void> =>
  commitWithRetry(deps.store, 'the presence of this server', async () => {
    const { raw, format } = await readFormat(deps.store)
    requireKnownFormat(format, deps.format)
    const starts = await deps.store.get(keySpace.serverStarts())
    const counted = { key: keySpace.serverStarts(), value: String(Number(starts ?? 0) + 1) }
    const checks = [
      { key: keySpace.format(), value: raw },
      { key: keySpace.serverStarts(), value: starts ?? null },
    ]
    return { commit: { checks, set: [counted, presence(deps)] }, result: undefined }
  })

/** `superseded`: the format was raised while this server did not report, so that it counted as gone. It must stop. */
export const renewPresence = (deps: PresenceDeps): Promise<'renewed' | 'superseded'> => renewWith(deps, [])

/** The roll call: asks every server to renew its presence now. Returns the call, which each of them answers once. */
export async function callRoll(deps: PresenceDeps): Promise<string> {
  const call = `${deps.serverId}/${deps.now()}`
  // With its own presence: this call may replace another one that this server has not answered.
  await renewWith(deps, [{ key: keySpace.rollCall(), value: call }])
  return call
}

const renewWith = (deps: PresenceDeps, set: readonly Write[]): Promise<'renewed' | 'superseded'> =>
  commitWithRetry<'renewed' | 'superseded'>(deps.store, 'the presence of this server', async () => {
    const { raw, format } = await readFormat(deps.store)
    if (format > deps.format) return { result: 'superseded' }
    const checks = [{ key: keySpace.format(), value: raw }]
    return { commit: { checks, set: [...set, presence(deps)] }, result: 'renewed' }
  })

export async function withdrawPresence({ store, serverId }: PresenceDeps): Promise<void> {
  await store.commit({ del: [keySpace.server(serverId)] })
}

const MAX_SERVERS = 1_000

/** The servers that are alive, this one included. */
export async function listServers({ store }: Pick<PresenceDeps, 'store'>): Promise<ServerPresence[]> {
  const entries = await store.list({ prefix: keySpace.servers(), limit: MAX_SERVERS })
  return entries.map(({ value }) => PresenceRecord.parse(JSON.parse(value)))
}
