import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import {
  listServers,
  type RunningServer,
  renewPresence,
  requestPresence,
  type ServerPresence,
  serverKeys,
} from '../store/server-presence.ts'
import { repeat } from './repeat.ts'

/** The part of the due and recurring work that this server does. Several servers divide the work by rendezvous hashing. */
export interface WorkPartition {
  /** `lateMs`: how long the work is overdue. */
  isMine(work: string, lateMs?: number): boolean
}

const EVERY_MS = 500
/** A presence is renewed every 20 s. */
const SILENT_MS = 50_000
/** A server that is alive takes its work within a second, unless it is at capacity. */
const DOUBTFUL_MS = 2_000
/** A server that renewed its presence so recently is busy, not gone. */
const RECENT_MS = 3_000
/** Each server looks for requests twice a second. Less than two seconds, so that the fourth look after a request decides. */
const ANSWER_MS = 1_750
/** After this delay, every server may do the work, because its own server is slow or gone. */
const ANYBODYS_MS = 10_000

/**
 * The server that does a piece of work, by rendezvous hashing: if a server starts or stops, only its own work moves.
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

/** What this server knows about another one. Times are by the clock of this server unless stated, because clocks differ. */
interface Other {
  /** By the clock of the other server; changes each time it renews its presence. */
  readonly seenAt: number
  readonly heardAt: number
  /** When this server saw the first presence request that the other one has not answered; `null`: none. */
  readonly requestedAt: number | null
}
type Others = ReadonlyMap<string, Other>

/**
 * Keeps track of the servers that are alive. A killed server stays in the list; it counts as alive until it leaves a
 * presence request unanswered. A server requests presence when it starts, and when the work of another server is late. For
 * a moment, two servers may do the same work; the preconditions of commits make that harmless. Resolves after the first
 * look, so that a server that starts does not repeat the work of the others. Returns the partition of this server, and a
 * function that stops the tracking.
 */
export async function startWorkPartition(deps: RunningServer & { readonly log: Logger }): Promise<{
  readonly partition: WorkPartition
  readonly stop: () => void
}> {
  const { store, now, serverId, log } = deps
  let others: Others = new Map()
  let living: readonly string[] = [serverId]
  let answered: string | undefined
  let shouldRequest = true

  async function look(): Promise<number> {
    try {
      const [request, servers] = await Promise.all([
        store.get(serverKeys.presenceRequest()),
        listServers({ store }),
      ])
      const at = now()
      const isRequested = request !== answered
      const announced = servers.filter(({ id, seenAt }) => id !== serverId && seenAt > at - SILENT_MS)
      others = observe(others, announced, { at, isRequested })
      living = [serverId, ...[...others].filter(([, other]) => isAlive(other, at)).map(([id]) => id)]
      if (isRequested) await renewPresence(deps)
      answered = request
      if (shouldRequest && others.size > 0) {
        answered = await requestPresence(deps)
        others = observe(others, announced, { at, isRequested: true })
      }
      shouldRequest = false
    } catch (error) {
      log.debug({ err: error }, 'the other servers could not be listed; retrying')
    }
    return EVERY_MS
  }

  function isMine(work: string, lateMs = 0): boolean {
    const owner = ownerOf(work, living)
    if (owner === serverId) return true
    const other = others.get(owner ?? '')
    if (lateMs >= DOUBTFUL_MS && other !== undefined && isDoubtful(other, now())) shouldRequest = true
    return lateMs >= ANYBODYS_MS
  }

  return { partition: { isMine }, stop: repeat(look, await look()) }
}

function observe(
  others: Others,
  announced: readonly ServerPresence[],
  { at, isRequested }: { readonly at: number; readonly isRequested: boolean },
): Others {
  return new Map(
    announced.map(({ id, seenAt }) => {
      const known = others.get(id)
      if (known?.seenAt !== seenAt) return [id, { seenAt, heardAt: at, requestedAt: null }]
      return [id, isRequested ? { ...known, requestedAt: known.requestedAt ?? at } : known]
    }),
  )
}

const isAlive = ({ requestedAt }: Other, at: number): boolean =>
  requestedAt === null || at - requestedAt < ANSWER_MS
const isDoubtful = ({ requestedAt, heardAt }: Other, at: number): boolean =>
  requestedAt === null && at - heardAt >= RECENT_MS

/** The partition of a single server: everything. */
export const ALL_MINE: WorkPartition = { isMine: () => true }
