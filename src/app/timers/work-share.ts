import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { keySpace } from '../store/key-space.ts'
import {
  callRoll,
  listServers,
  type RunningServer,
  renewPresence,
  type ServerPresence,
} from '../store/server-presence.ts'
import { repeat } from './repeat.ts'

/** The part of the recurring work that this server does. */
export interface WorkShare {
  /** `lateMs`: how long the work is overdue. */
  isMine(work: string, lateMs?: number): boolean
}

const EVERY_MS = 500
/** A presence is renewed every 20 s. */
const SILENT_MS = 50_000
/** A server that is alive takes its work within a second, or has no room for it. */
const DOUBTFUL_MS = 2_000
/** A server that was heard of so recently is busy. */
const RECENT_MS = 3_000
/** Each server looks for calls twice a second. Less than two seconds, so that the fourth look after a call decides. */
const ANSWER_MS = 1_750
/** After this delay, every server may do the work, because its own server is slow or gone. */
const ANYBODYS_MS = 10_000

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

export interface WorkShareDeps extends RunningServer {
  readonly log: Logger
}

/** What is known of another server, by the clock of this one: clocks differ. */
interface Other {
  /** By its own clock: changes with each sign of life. */
  readonly seenAt: number
  readonly heardAt: number
  /** The first call that it has not answered yet. */
  readonly calledAt: number | null
}
type Others = ReadonlyMap<string, Other>

/**
 * Keeps track of the servers that are alive. One that was killed is still announced. It counts as alive until it leaves a
 * call unanswered: a server calls all others when it starts, and when work of another one is late. Two servers may do the
 * same work for a moment, which preconditions of commits make harmless. Resolves when it has looked once, so that a server
 * that starts repeats no work of the others. Returns the share, and what stops it.
 */
export async function startWorkShare(deps: WorkShareDeps): Promise<{
  readonly share: WorkShare
  readonly stop: () => void
}> {
  const { store, now, serverId, log } = deps
  let others: Others = new Map()
  let living: readonly string[] = [serverId]
  let answered: string | undefined
  let shouldCall = true

  async function look(): Promise<number> {
    try {
      const [call, servers] = await Promise.all([store.get(keySpace.rollCall()), listServers({ store })])
      const at = now()
      const isCalled = call !== answered
      const announced = servers.filter(({ id, seenAt }) => id !== serverId && seenAt > at - SILENT_MS)
      others = observe(others, announced, { at, isCalled })
      living = [serverId, ...[...others].filter(([, other]) => isAlive(other, at)).map(([id]) => id)]
      if (isCalled) await renewPresence(deps)
      answered = call
      if (shouldCall && others.size > 0) {
        answered = await callRoll(deps)
        others = observe(others, announced, { at, isCalled: true })
      }
      shouldCall = false
    } catch (error) {
      log.debug({ err: error }, 'the other servers could not be listed; retrying')
    }
    return EVERY_MS
  }

  function isMine(work: string, lateMs = 0): boolean {
    const owner = ownerOf(work, living)
    if (owner === serverId) return true
    const other = others.get(owner ?? '')
    if (lateMs >= DOUBTFUL_MS && other !== undefined && isDoubtful(other, now())) shouldCall = true
    return lateMs >= ANYBODYS_MS
  }

  return { share: { isMine }, stop: repeat(look, await look()) }
}

function observe(
  others: Others,
  announced: readonly ServerPresence[],
  { at, isCalled }: { readonly at: number; readonly isCalled: boolean },
): Others {
  return new Map(
    announced.map(({ id, seenAt }) => {
      const known = others.get(id)
      if (known?.seenAt !== seenAt) return [id, { seenAt, heardAt: at, calledAt: null }]
      return [id, isCalled ? { ...known, calledAt: known.calledAt ?? at } : known]
    }),
  )
}

const isAlive = ({ calledAt }: Other, at: number): boolean => calledAt === null || at - calledAt < ANSWER_MS
const isDoubtful = ({ calledAt, heardAt }: Other, at: number): boolean =>
  calledAt === null && at - heardAt >= RECENT_MS

/** The share of a single server: everything. */
export const ALL_MINE: WorkShare = { isMine: () => true }
