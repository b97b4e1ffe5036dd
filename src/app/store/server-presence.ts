import { z } from 'zod'
import { readFormat, requireKnownFormat, storeKeys, writeFormat } from './format.ts'
import { commitWithRetry, type OpenedStore, type Write } from './store.ts'

export const serverKeys = {
  /** Incremented by every server that starts. */
  starts: () => 'meta/server-starts',
  /** Presence of a running server. */
  presence: (id: string) => `server/${id}`,
  all: () => 'server/' as const,
  /** The latest request of a server that all servers renew their presence. */
  presenceRequest: () => 'meta/roll-call',
}

/** This server, as the others on its store know it. */
export interface RunningServer {
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

/**
 * Before anything else a server does: tells the others that it is there. Throws if the store has a newer format. It
 * counts up the starts, so that nobody raises the format without having seen this server.
 */
export const announceServer = (server: RunningServer): Promise<void> =>
  commitWithRetry(server.store, 'the presence of this server', async () => {
    const { raw, format } = await readFormat(server.store)
    requireKnownFormat(format, server.format)
    const starts = await server.store.get(serverKeys.starts())
    const counted = { key: serverKeys.starts(), value: String(Number(starts ?? 0) + 1) }
    const checks = [
      { key: storeKeys.format(), value: raw },
      { key: serverKeys.starts(), value: starts ?? null },
    ]
    return { commit: { checks, set: [counted, presence(server)] }, result: undefined }
  })

/** `superseded`: the format was raised while this server did not report, so that it counted as gone. It must stop. */
export const renewPresence = (server: RunningServer): Promise<'renewed' | 'superseded'> =>
  renewWith(server, [])

/** Asks every server to renew its presence now. Returns the request, which each server answers once. */
export async function requestPresence(server: RunningServer): Promise<string> {
  const request = `${server.serverId}/${server.now()}`
  // Renews its own presence, too: this request may replace another one that this server has not answered.
  await renewWith(server, [{ key: serverKeys.presenceRequest(), value: request }])
  return request
}

export async function withdrawPresence({ store, serverId }: RunningServer): Promise<void> {
  await store.commit({ del: [serverKeys.presence(serverId)] })
}

const renewWith = (server: RunningServer, set: readonly Write[]): Promise<'renewed' | 'superseded'> =>
  commitWithRetry<'renewed' | 'superseded'>(server.store, 'the presence of this server', async () => {
    const { raw, format } = await readFormat(server.store)
    if (format > server.format) return { result: 'superseded' }
    const checks = [{ key: storeKeys.format(), value: raw }]
    return { commit: { checks, set: [...set, presence(server)] }, result: 'renewed' }
  })

function presence({ serverId: id, format, now }: RunningServer): Write {
  const seenAt = now()
  const record: ServerPresence = { id, format, seenAt }
  return { key: serverKeys.presence(id), value: JSON.stringify(record), expiresAt: seenAt + EXPIRES_MS }
}

const MAX_SERVERS = 1_000

/** The servers that are alive, this one included. */
export async function listServers({ store }: Pick<RunningServer, 'store'>): Promise<ServerPresence[]> {
  const entries = await store.list({ prefix: serverKeys.all(), limit: MAX_SERVERS })
  return entries.map(({ value }) => PresenceRecord.parse(JSON.parse(value)))
}

/** Brings the entries of the format before to a new one. It may be cut off and repeated, and run in two servers. */
export type Upgrade = (store: OpenedStore) => Promise<void>

/** By the format that each leads to. */
export type Upgrades = ReadonlyMap<number, Upgrade>

type Raised =
  | { readonly kind: 'current' }
  /** Nothing is written in the new format while `by` is alive; `null`: a server has just started, look again. */
  | { readonly kind: 'held-back'; readonly by: ServerPresence | null }

/** Raises the format of the store to this server's, if no older server is alive. */
export async function raiseFormat(server: RunningServer & { readonly upgrades: Upgrades }): Promise<Raised> {
  const { store } = server
  const { raw, format } = await readFormat(store)
  if (format >= server.format) return { kind: 'current' }
  const starts = await store.get(serverKeys.starts())
  const older = (await listServers(server)).find((one) => one.format < server.format)
  if (older !== undefined) return { kind: 'held-back', by: older }
  for (let next = format + 1; next <= server.format; next++) await server.upgrades.get(next)?.(store)
  const checks = [
    { key: storeKeys.format(), value: raw },
    { key: serverKeys.starts(), value: starts ?? null },
  ]
  const done = await store.commit({ checks, set: [writeFormat(server.format)] })
  return done ? { kind: 'current' } : { kind: 'held-back', by: null }
}
