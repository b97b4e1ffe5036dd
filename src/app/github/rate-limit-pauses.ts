import { z } from 'zod'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** `times`: how often the pause was doubled because the limit came back, less what quiet has taken back. */
const Pause = z.looseObject({ until: z.int(), times: z.int() })
type Pause = z.infer<typeof Pause>

/**
 * Quiet that takes one doubling back: GitHub measures its secondary limits by the minute, so a limit that comes back
 * within one is the same, and one that comes later finds the App slower than before.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
const QUIET_MS = 60_000
/** No limit of GitHub's lasts longer. */
const MAX_MS = 3600_000
const MIN_MS = 1_000
/** A second, doubled so often, is longer than the longest pause; more would only have to be taken back. */
const MAX_TIMES = 12

/** Pauses of installations, kept in the store so that every process obeys them and a restart forgets none. */
export function createRateLimitPauses({ store, now }: { readonly store: Store; readonly now: () => number }) {
  const read = async (key: string) => {
    const raw = await store.get(key)
    return { raw, pause: raw === undefined ? null : Pause.parse(JSON.parse(raw)) }
  }

  return {
    async until(installationId: number): Promise<number | null> {
      const { pause } = await read(keySpace.pause(installationId))
      return isUnderWay(pause, now()) ? pause.until : null
    },

    begin(installationId: number, until: number): Promise<number> {
      const key = keySpace.pause(installationId)
      return commitWithRetry(store, `pause of installation ${installationId}`, async () => {
        const { raw, pause } = await read(key)
        const next = { ...pause, ...pauseAfter(pause, until, now()) }
        const write = { key, value: JSON.stringify(next), expiresAt: forgottenAt(next) }
        return { commit: { checks: [{ key, value: raw ?? null }], set: [write] }, result: next.until }
      })
    },
  }
}

/** One that ends later than any can was begun by a clock that was ahead. */
const isUnderWay = (pause: Pause | null, now: number): pause is Pause =>
  pause !== null && pause.until > now && pause.until <= now + MAX_MS

/** When quiet has taken back all. */
export const forgottenAt = ({ until, times }: Pause): number => until + (times + 1) * QUIET_MS

/**
 * The pause that a limit begins. Requests that were under way when the limit came double nothing; a limit that comes
 * back is waited for twice as long as the last time, and each minute without one halves that again.
 */
export function pauseAfter(before: Pause | null, until: number, now: number): Pause {
  if (isUnderWay(before, now)) return { until: Math.max(before.until, until), times: before.times }
  // A time named by GitHub that is over by now, by this clock: retry soon, not immediately.
  const asked = Math.max(MIN_MS, until - now)
  const times = before === null ? 0 : timesAfter(before, now)
  return { until: now + Math.min(MAX_MS, asked * 2 ** times), times }
}

function timesAfter(before: Pause, now: number): number {
  if (before.until > now) return 0
  const quiet = Math.floor((now - before.until) / QUIET_MS)
  return Math.min(MAX_TIMES, Math.max(0, before.times + 1 - quiet))
}
