import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { listServers } from '../records/server-presence.ts'
import type { OpenedStore } from '../store/store.ts'
import { repeat } from './repeat.ts'

/** The part of the recurring work that this server does. */
export interface WorkShare {
  isMine(work: string): boolean
}

const EVERY_MS = 2_000
/** A presence is renewed every 20 s. */
const SILENT_MS = 50_000

/**
 * The server that does a piece of work, by rendezvous hashing: if a server comes or goes, only its own share moves.
 * https://en.wikipedia.org/wiki/Rendezvous_hashing
 */
export function ownerOf(work: string, servers: readonly string[]): string | null {
  let owner: { readonly server: string; readonly weight: string } | null = null
  for (const server of servers) {
    const weight = hash('sha1', `${server} ${work}`)
    if (owner === null || weight > owner.weight) owner = { server, weight }
  }
  return owner?.server ?? null
}

export interface WorkShareDeps {
  readonly store: OpenedStore
  readonly now: () => number
  readonly serverId: string
  readonly log: Logger
}

/**
 * Keeps track of the servers that are alive. Two may take the same work for a moment, which preconditions of commits make
 * harmless. Resolves when it has looked once, so that a server that starts repeats no work of the others. Returns the share,
 * and what stops it.
 */
export async function startWorkShare({ store, now, serverId, log }: WorkShareDeps): Promise<{
  readonly share: WorkShare
  readonly stop: () => void
}> {
  let living: readonly string[] = [serverId]

  async function look(): Promise<number> {
    try {
      const servers = await listServers({ store })
      const others = servers.filter(({ id, seenAt }) => id !== serverId && seenAt > now() - SILENT_MS)
      living = [serverId, ...others.map(({ id }) => id)]
    } catch (error) {
      log.debug({ err: error }, 'the other servers could not be listed; retrying')
    }
    return EVERY_MS
  }

  const isMine = (work: string) => ownerOf(work, living) === serverId
  return { share: { isMine }, stop: repeat(look, await look()) }
}

/** The share of a single server: everything. */
export const ALL_MINE: WorkShare = { isMine: () => true }
