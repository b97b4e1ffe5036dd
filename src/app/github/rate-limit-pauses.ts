import { z } from 'zod'
import { commitWithRetry, type Store } from '../store/store.ts'

export const pauseKeys = {
  /** End of the pause that GitHub's rate limit imposes on this installation. */
  calls: (installationId: number) => `pause/${installationId}`,
  /** The same for what is only shown to people. */
  content: (installationId: number) => `content-pause/${installationId}`,
  /** The same for GraphQL, which has separate limits. */
  graphql: (installationId: number) => `graphql-pause/${installationId}`,
  /** GitHub has refused the App itself. */
  app: () => 'pause/app',
}

/** After GitHub has refused the JWT of the App. */
export interface AppPause {
  /** What GitHub has said, during the pause; `null`: none. */
  current(): Promise<string | null>
  begin(refusal: string): Promise<void>
}

/** Short, because the operator may have fixed the cause. */
const APP_PAUSE_MS = 60_000
const Refusal = z.looseObject({ at: z.int(), message: z.string() })

/** The pause of the App, for all processes. */
export function createAppPause({
  store,
  now,
}: {
  readonly store: Store
  readonly now: () => number
}): AppPause {
  const key = pauseKeys.app()
  return {
    async current() {
      const raw = await store.get(key)
      if (raw === undefined) return null
      const { at, message } = Refusal.parse(JSON.parse(raw))
      return Math.abs(now() - at) < APP_PAUSE_MS ? message : null
    },
    async begin(message) {
      const value = JSON.stringify({ at: now(), message })
      await store.commit({ set: [{ key, value, expiresAt: now() + APP_PAUSE_MS }] })
    },
  }
}

/** `times`: how often the pause was doubled because the limit returned, minus the quiet minutes since. */
const Pause = z.looseObject({ until: z.int(), times: z.int() })
type Pause = z.infer<typeof Pause>

/**
 * The quiet time that undoes one doubling. GitHub measures its secondary limits by the minute, so a limit that returns
 * within a minute is the same one.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
const QUIET_MS = 60_000
/** No rate limit of GitHub lasts longer. */
const MAX_MS = 3600_000
const MIN_MS = 1_000
/** A second, doubled this many times, exceeds the longest pause. More doublings would only take longer to undo. */
const MAX_TIMES = 12

export interface RateLimitPauses {
  /** End of the current pause of this installation (epoch ms); `null`: no pause. */
  until(installationId: number): Promise<number | null>
  /** Begins a pause until `until`, the end of GitHub's limit. Returns the end of the pause, which may be later. */
  begin(installationId: number, until: number): Promise<number>
}

export interface GithubPauses {
  /** Of all requests. */
  readonly requests: RateLimitPauses
  /** Of what is only shown to people. GitHub limits content separately, and no job may wait for it. */
  readonly content: RateLimitPauses
  /** Of GraphQL, whose budget is separate: https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
  readonly graphql: RateLimitPauses
}

export const createGithubPauses = ({
  store,
  now,
}: {
  readonly store: Store
  readonly now: () => number
}): GithubPauses => ({
  requests: createRateLimitPauses({ store, now }),
  content: createRateLimitPauses({ store, now, keyOf: pauseKeys.content }),
  graphql: createRateLimitPauses({ store, now, keyOf: pauseKeys.graphql }),
})

/** Pauses of installations. They are in the store, so all processes obey them, also after a restart. */
export function createRateLimitPauses({
  store,
  now,
  keyOf = pauseKeys.calls,
}: {
  readonly store: Store
  readonly now: () => number
  readonly keyOf?: (installationId: number) => string
}): RateLimitPauses {
  return {
    async until(installationId) {
      const { pause } = await readPause(store, keyOf(installationId))
      return endOf(pause, now())
    },

    begin(installationId, until) {
      const key = keyOf(installationId)
      return commitWithRetry(store, `pause of installation ${installationId}`, async () => {
        const { raw, pause } = await readPause(store, key)
        const next = { ...pause, ...pauseAfter(pause, until, now()) }
        const write = { key, value: JSON.stringify(next), expiresAt: forgottenAt(next) }
        return { commit: { checks: [{ key, value: raw ?? null }], set: [write] }, result: next.until }
      })
    },
  }
}

async function readPause(
  store: Store,
  key: string,
): Promise<{ raw: string | undefined; pause: Pause | null }> {
  const raw = await store.get(key)
  return { raw, pause: raw === undefined ? null : Pause.parse(JSON.parse(raw)) }
}

/** End of the pause of all requests of this installation (epoch ms); `null`: no pause. */
export async function readPauseEnd(
  store: Store,
  installationId: number,
  now: number,
): Promise<number | null> {
  const { pause } = await readPause(store, pauseKeys.calls(installationId))
  return endOf(pause, now)
}

const endOf = (pause: Pause | null, now: number): number | null =>
  isUnderWay(pause, now) ? pause.until : null

/** A pause that is longer than the maximum was begun by a clock that was ahead, and is ignored. */
const isUnderWay = (pause: Pause | null, now: number): pause is Pause =>
  pause !== null && pause.until > now && pause.until <= now + MAX_MS

/** When all doublings are undone (epoch ms). */
export const forgottenAt = ({ until, times }: Pause): number => until + (times + 1) * QUIET_MS

/**
 * The pause that a limit begins. A limit during a pause comes from requests that were already in flight, and doubles
 * nothing. A limit that returns doubles the pause, and each minute without one halves it again.
 */
export function pauseAfter(before: Pause | null, until: number, now: number): Pause {
  if (isUnderWay(before, now)) return { until: Math.max(before.until, until), times: before.times }
  // The time from GitHub may already be over by this clock: retry soon, not immediately.
  const asked = Math.max(MIN_MS, until - now)
  const times = before === null ? 0 : timesAfter(before, now)
  return { until: now + Math.min(MAX_MS, asked * 2 ** times), times }
}

function timesAfter(before: Pause, now: number): number {
  if (before.until > now) return 0
  const quiet = Math.floor((now - before.until) / QUIET_MS)
  return Math.min(MAX_TIMES, Math.max(0, before.times + 1 - quiet))
}
