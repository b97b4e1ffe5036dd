import { readFormat, writeFormat } from '../store/format.ts'
import { keySpace } from '../store/key-space.ts'
import { listServers, type PresenceDeps, type ServerPresence } from '../store/server-presence.ts'
import type { OpenedStore } from '../store/store.ts'

/** Brings the entries of the format before to a new one. It may be cut off and repeated, and run in two servers. */
export type Upgrade = (store: OpenedStore) => Promise<void>

/** By the format that each leads to. */
export type Upgrades = ReadonlyMap<number, Upgrade>

export type Raised =
  | { readonly kind: 'current' }
  /** Nothing is written in the new format while `by` is alive; `null`: a server has just started, look again. */
  | { readonly kind: 'held-back'; readonly by: ServerPresence | null }

/** Raises the format of the store to this server's, if no older server is alive. */
export async function raiseFormat(deps: PresenceDeps & { readonly upgrades: Upgrades }): Promise<Raised> {
  const { store } = deps
  const { raw, format } = await readFormat(store)
  if (format >= deps.format) return { kind: 'current' }
  const starts = await store.get(keySpace.serverStarts())
  const older = (await listServers(deps)).find((server) => server.format < deps.format)
  if (older !== undefined) return { kind: 'held-back', by: older }
  for (let next = format + 1; next <= deps.format; next++) await deps.upgrades.get(next)?.(store)
  const checks = [
    { key: keySpace.format(), value: raw },
    { key: keySpace.serverStarts(), value: starts ?? null },
  ]
  const done = await store.commit({ checks, set: [writeFormat(deps.format)] })
  return done ? { kind: 'current' } : { kind: 'held-back', by: null }
}
