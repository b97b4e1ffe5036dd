import { z } from 'zod'
import { readPauseEnd } from '../github/rate-limit-pauses.ts'
import type { KnownFields } from '../store/parse-records.ts'
import {
  type Check,
  type Commit,
  commitWithRetry,
  mergeCommits,
  type Store,
  type TimedStore,
} from '../store/store.ts'

export const holdKeys = {
  of: (scope: 'account' | 'project', id: string) => `hold/${scope}/${id}`,
}

/**
 * An operator's order to start no runs: `npm run pause`. Accepted jobs stay queued. The record stays after the release,
 * because the time that a run was held does not count as its waiting time.
 */
const HoldRecord = z.looseObject({
  /** Epoch milliseconds. */
  heldAt: z.int(),
  /** `null`: still held. */
  releasedAt: z.int().nullable(),
  /** Who ordered it, for people. */
  by: z.string(),
  why: z.string().nullable(),
})
export type Hold = KnownFields<z.infer<typeof HoldRecord>>

export type HoldScope =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'project'; readonly id: string }

/** A project and its account. Either may be held. */
export interface HeldProject {
  readonly id: string
  readonly accountId: number
}

export interface Holds {
  /** The hold that is in force, of the account before that of the project; `null`: runs may start. */
  readonly inForce: { readonly scope: HoldScope['kind']; readonly hold: Hold } | null
  /** The end of the last hold; `null`: there was none. */
  readonly releasedAt: number | null
  /** In a commit, they make sure that no hold has begun since. */
  readonly checks: readonly Check[]
}

const keyOf = (scope: HoldScope): string => holdKeys.of(scope.kind, String(scope.id))

const parse = (raw: string | undefined): Hold | null =>
  raw === undefined ? null : HoldRecord.parse(JSON.parse(raw))

/** `null`: none, or it has ended. */
export async function holdInForce(store: Store, scope: HoldScope): Promise<Hold | null> {
  const hold = parse(await store.get(keyOf(scope)))
  return hold?.releasedAt === null ? hold : null
}

export async function readHolds(store: Store, project: HeldProject): Promise<Holds> {
  const scopes = [
    { kind: 'account', id: project.accountId },
    { kind: 'project', id: project.id },
  ] as const
  const keys = scopes.map(keyOf)
  const raws = await store.getMany(keys)
  const holds = raws.map(parse)
  const inForce = scopes.flatMap(({ kind }, at) => {
    const hold = holds[at] ?? null
    return hold === null || hold.releasedAt !== null ? [] : [{ scope: kind, hold }]
  })
  const released = holds.flatMap((hold) => hold?.releasedAt ?? [])
  return {
    inForce: inForce[0] ?? null,
    releasedAt: released.length === 0 ? null : Math.max(...released),
    checks: keys.map((key, at) => ({ key, value: raws[at] ?? null })),
  }
}

/** What keeps the runs of a project from starting. */
export interface Obstacles {
  /** An operator's order that is in force. */
  readonly hold: Hold | null
  /** End of the pause that GitHub's rate limit imposes, epoch milliseconds. */
  readonly pausedUntil: number | null
}

export const NO_OBSTACLES: Obstacles = { hold: null, pausedUntil: null }

/** `installationId`: `null` if the App is not installed. */
export async function readObstacles(
  { store, now }: TimedStore,
  project: HeldProject & { readonly installationId: number | null },
): Promise<Obstacles> {
  const [holds, pausedUntil] = await Promise.all([
    readHolds(store, project),
    project.installationId === null ? null : readPauseEnd(store, project.installationId, now()),
  ])
  return { hold: holds.inForce?.hold ?? null, pausedUntil }
}

/** Which of these projects are held, alone or with their account. */
export async function heldAmong(
  store: Store,
  projects: readonly HeldProject[],
): Promise<ReadonlySet<string>> {
  const scopesOf = ({ id, accountId }: HeldProject) => [
    keyOf({ kind: 'account', id: accountId }),
    keyOf({ kind: 'project', id }),
  ]
  const keys = [...new Set(projects.flatMap(scopesOf))]
  const raws = await store.getMany(keys)
  const held = new Set(keys.filter((_, at) => parse(raws[at])?.releasedAt === null))
  return new Set(projects.filter((one) => scopesOf(one).some((key) => held.has(key))).map(({ id }) => id))
}

/** Whether a run that was queued at `queuedAt` could have started for longer than `ms`: the time of holds does not count. */
export async function hasWaited(
  store: Store,
  project: HeldProject,
  queuedAt: number,
  { ms, now }: { readonly ms: number; readonly now: number },
): Promise<boolean> {
  if (now - queuedAt <= ms) return false
  const { inForce, releasedAt } = await readHolds(store, project)
  return inForce === null && now - Math.max(queuedAt, releasedAt ?? 0) > ms
}

interface BegunHold {
  /** `explain`: the hold was in force already, and has another reason now. */
  readonly did: 'begin' | 'explain' | 'nothing'
  /** What is in force. */
  readonly hold: Hold
}

/** Begins a hold, and writes `extraCommit` with it. Of one that is in force, only the reason changes, if another is given. */
export const beginHold = (
  store: Store,
  scope: HoldScope,
  order: { readonly by: string; readonly why: string | null },
  now: number,
  extraCommit: Commit,
): Promise<BegunHold> =>
  commitWithRetry<BegunHold>(store, `hold of ${scope.kind} ${scope.id}`, async () => {
    const key = keyOf(scope)
    const raw = await store.get(key)
    const before = parse(raw)
    const isHeld = before !== null && before.releasedAt === null
    if (isHeld && (order.why === null || order.why === before.why))
      return { result: { did: 'nothing', hold: before } }
    const hold: Hold = isHeld
      ? { ...before, why: order.why }
      : { ...before, heldAt: now, releasedAt: null, ...order }
    const commit = { checks: [{ key, value: raw ?? null }], set: [{ key, value: JSON.stringify(hold) }] }
    return { commit: mergeCommits(commit, extraCommit), result: { did: isHeld ? 'explain' : 'begin', hold } }
  })

/** Ends a hold, and writes `extraCommit` with it. `null`: none is in force. */
export const releaseHold = (
  store: Store,
  scope: HoldScope,
  now: number,
  extraCommit: Commit,
): Promise<Hold | null> =>
  commitWithRetry<Hold | null>(store, `hold of ${scope.kind} ${scope.id}`, async () => {
    const key = keyOf(scope)
    const raw = await store.get(key)
    const before = parse(raw)
    if (raw === undefined || before === null || before.releasedAt !== null) return { result: null }
    const hold = { ...before, releasedAt: now }
    const commit = { checks: [{ key, value: raw }], set: [{ key, value: JSON.stringify(hold) }] }
    return { commit: mergeCommits(commit, extraCommit), result: hold }
  })
