import { z } from 'zod'
import { type Actor, nameOf } from '../audit/actor.ts'
import { type Check, type Store, StoreContended, StoreUnavailable, type Write } from '../store/store.ts'

export const rateLimitKeys = {
  uses: (counted: string) => `limit/${counted}`,
}

/** Uses in any sliding hour; requests of every origin share one counter. */
const WINDOW_MS = 3_600_000

const Log = z.array(z.int())

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next use becomes available again; 0 if none is used. */
  readonly resetSeconds: number
  /** The same moment in epoch milliseconds. It is exact, while the seconds are rounded. */
  readonly resetAt: number
}

export type Charge =
  | {
      readonly kind: 'charged'
      readonly allowance: Allowance
      readonly checks: Check[]
      readonly set: Write[]
    }
  | { readonly kind: 'exceeded'; readonly allowance: Allowance }

/**
 * A sliding log, charged in the commit that creates the work: a refused request costs nothing, and a crash cannot charge
 * without creating. `limit` 0 is off. `counted` names the counter: the id of a project, or any name that is not one.
 */
export const chargeUse = async (store: Store, counted: string, limit: number, now: number): Promise<Charge> =>
  chargeStored(await store.get(rateLimitKeys.uses(counted)), counted, limit, now)

/** Who uses up a limit of an account: a person with their API keys, or an API key. */
export interface Member {
  readonly id: string
  /** In messages. */
  readonly name: string
  readonly isOwner: boolean
}

export const memberOf = (by: Actor, isOwner: boolean): Member => ({
  id: `${by.kind}-${by.id ?? by.name}`,
  name: nameOf(by),
  isOwner,
})

/** Nobody uses up a limit of an account for others: each member has a share, and that of an owner is out of reach. */
export interface AccountLimit {
  readonly each: number
  /** Of all members together who are not owners. */
  readonly together: number
}

/** Whose limit was reached: of the member, or of all who are not owners. */
export type LimitOf = 'member' | 'members'

/** Charges one use of a limit of an account. `counted` names the limit and the account. */
export async function chargeMember(
  store: Store,
  counted: string,
  { member, limit, now }: { readonly member: Member; readonly limit: AccountLimit; readonly now: number },
): Promise<Extract<Charge, { kind: 'charged' }> | (Extract<Charge, { kind: 'exceeded' }> & { of: LimitOf })> {
  const own = await chargeUse(store, `${counted}-${member.id}`, limit.each, now)
  if (own.kind === 'exceeded') return { ...own, of: 'member' }
  if (member.isOwner) return own
  const all = await chargeUse(store, counted, limit.together, now)
  if (all.kind === 'exceeded') return { ...all, of: 'members' }
  return { ...own, checks: [...own.checks, ...all.checks], set: [...own.set, ...all.set] }
}

/** The same as `chargeUse`, with the stored log of the counter. */
export function chargeStored(raw: string | undefined, counted: string, limit: number, now: number): Charge {
  if (limit === 0)
    return {
      kind: 'charged',
      allowance: { limit, remaining: 0, resetSeconds: 0, resetAt: now },
      checks: [],
      set: [],
    }
  const key = rateLimitKeys.uses(counted)
  const recent = recentUses(raw, now)
  if (recent.length >= limit) return { kind: 'exceeded', allowance: allowanceOf(recent, limit, now) }
  // After a clock was set back, an entry must not leave the window early.
  const log = [...recent, Math.max(now, recent.at(-1) ?? 0)]
  return {
    kind: 'charged',
    allowance: allowanceOf(log, limit, now),
    checks: [{ key, value: raw ?? null }],
    set: [{ key, value: JSON.stringify(log), expiresAt: now + 2 * WINDOW_MS }],
  }
}

/** What is left, without a charge. */
export async function readAllowance(
  store: Store,
  counted: string,
  limit: number,
  now: number,
): Promise<Allowance> {
  return allowanceOf(recentUses(await store.get(rateLimitKeys.uses(counted)), now), limit, now)
}

const recentUses = (raw: string | undefined, now: number): number[] =>
  (raw === undefined ? [] : Log.parse(JSON.parse(raw))).filter((at) => at > now - WINDOW_MS)

function allowanceOf(log: readonly number[], limit: number, now: number): Allowance {
  // The oldest use; if the limit was lowered meanwhile, the one with which the log falls below the new limit.
  const leaving = log[Math.max(0, log.length - limit)]
  const resetAt = leaving === undefined ? now : leaving + WINDOW_MS
  return {
    limit,
    remaining: Math.max(0, limit - log.length),
    resetSeconds: leaving === undefined ? 0 : Math.max(1, Math.ceil((resetAt - now) / 1000)),
    resetAt,
  }
}

/** Runs work of the same name one after the other, in the order of the calls. */
type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

export interface RateLimited {
  /** 0 is off. */
  readonly rateLimit: number
  readonly queue: KeyedQueue
}

/** For uses that the rate limit of a project counts: each changes the same record. Without a limit, nothing queues. */
export const queueIfLimited = <T>(
  { rateLimit, queue }: RateLimited,
  project: string,
  work: () => Promise<T>,
): Promise<T> => (rateLimit === 0 ? work() : queue(project, work))

/**
 * For work that would conflict on one record. Each commit to it makes all the others try again, so hundreds of
 * simultaneous commits would conflict again and again. Other processes still conflict, by the checks of the commit.
 */
export function createKeyedQueue(): KeyedQueue {
  const lines = new Map<string, Promise<void>>()
  return (name, work) => {
    const mine = (lines.get(name) ?? Promise.resolve()).then(work)
    const ended = mine
      .then(() => {}, onlyOutage)
      .finally(() => lines.get(name) === ended && lines.delete(name))
    // The caller gets a failure through `mine`.
    ended.catch(() => {})
    lines.set(name, ended)
    return mine
  }
}

/** During an outage all that wait fail immediately, not each after the timeouts of those before. */
function onlyOutage(error: unknown): void {
  if (error instanceof StoreUnavailable && !(error instanceof StoreContended)) throw error
}
