import { z } from 'zod'
import { keySpace } from './key-space.ts'
import type { Store } from './store.ts'

/** `times`: how often in a row the limit came back when the pause was over. */
const Pause = z.object({ until: z.int(), times: z.int() })
type Pause = z.infer<typeof Pause>

/** A limit that comes back this soon after a pause counts as the same one. */
const REMEMBERED_MS = 5 * 60_000
/** No limit of GitHub's lasts longer. */
const LONGEST_MS = 3600_000
const MOST_TRIES = 20

/** Pauses of installations, kept in the store so that every process obeys them and a restart forgets none. */
export function createPauses({ store, now }: { readonly store: Store; readonly now: () => number }) {
  const read = async (key: string) => {
    const raw = await store.get(key)
    return { raw, pause: raw === undefined ? null : Pause.parse(JSON.parse(raw)) }
  }

  return {
    async until(installationId: number): Promise<number | null> {
      const { pause } = await read(keySpace.pause(installationId))
      return pause !== null && pause.until > now() ? pause.until : null
    },

    async begin(installationId: number, until: number): Promise<number> {
      const key = keySpace.pause(installationId)
      for (let tried = 0; tried < MOST_TRIES; tried++) {
        const { raw, pause } = await read(key)
        const next = pauseAfter(pause, until, now())
        const write = { key, value: JSON.stringify(next), expiresAt: next.until + REMEMBERED_MS }
        if (await store.commit({ checks: [{ key, value: raw ?? null }], set: [write] })) return next.until
      }
      throw new Error(
        `installation ${installationId}: lost the race for its pause ${MOST_TRIES} times in a row`,
      )
    },
  }
}

/** Requests that were under way when the limit came prolong nothing; a limit that comes back is waited for twice as long. */
export function pauseAfter(before: Pause | null, until: number, now: number): Pause {
  if (before === null) return { until, times: 0 }
  if (before.until > now) return { until: Math.max(before.until, until), times: before.times }
  const times = before.times + 1
  return { until: now + Math.min(LONGEST_MS, (until - now) * 2 ** times), times }
}
