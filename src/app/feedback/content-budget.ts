import { z } from 'zod'
import { commitWithRetry, type Store, type TimedStore } from '../store/store.ts'

const contentKeys = {
  /** How much content was created through this installation, by minute. */
  created: (installationId: number) => `content/${installationId}`,
}

/** Counts by minute, under the minute since 1970. */
const ContentRecord = z.looseObject({ minutes: z.record(z.string(), z.int()) })

/**
 * GitHub allows an installation to create 80 contents a minute and 500 an hour, the pull requests of its runs included:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 * Progress leaves room for ends, and ends leave room for pull requests.
 */
const LIMITS = {
  progress: { perMinute: 40, perHour: 250 },
  end: { perMinute: 70, perHour: 450 },
} as const

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** Counts contents that are about to be created. Returns `null`, or when there is room again (epoch ms). */
export const takeContent = (
  { store, now: clock }: TimedStore,
  installationId: number,
  { kind, count }: { readonly kind: keyof typeof LIMITS; readonly count: number },
): Promise<number | null> =>
  commitWithRetry(store, `content of installation ${installationId}`, async () => {
    const now = clock()
    const { key, raw, minutes, minute } = await readContent(store, installationId, now)
    const inMinute = minutes[minute] ?? 0
    const inHour = Object.values(minutes).reduce((sum, n) => sum + n, 0)
    if (inMinute + count > LIMITS[kind].perMinute) return { result: (minute + 1) * MINUTE_MS }
    if (inHour + count > LIMITS[kind].perHour) return { result: now + MINUTE_MS }
    const set = [contentWrite(key, { ...minutes, [minute]: inMinute + count }, now)]
    return { commit: { checks: [{ key, value: raw ?? null }], set }, result: null }
  })

/** Counts content that the run itself has created: its pull request. */
export const countContent = (
  { store, now: clock }: TimedStore,
  installationId: number,
  count: number,
): Promise<void> =>
  commitWithRetry(store, `content of installation ${installationId}`, async () => {
    const now = clock()
    const { key, raw, minutes, minute } = await readContent(store, installationId, now)
    const set = [contentWrite(key, { ...minutes, [minute]: (minutes[minute] ?? 0) + count }, now)]
    return { commit: { checks: [{ key, value: raw ?? null }], set }, result: undefined }
  })

async function readContent(store: Store, installationId: number, now: number) {
  const key = contentKeys.created(installationId)
  const raw = await store.get(key)
  const all = raw === undefined ? {} : ContentRecord.parse(JSON.parse(raw)).minutes
  const minute = Math.floor(now / MINUTE_MS)
  const recent = Object.entries(all).filter(([at]) => Math.abs(minute - Number(at)) < HOUR_MINUTES)
  return { key, raw, minute, minutes: Object.fromEntries(recent) as Record<string, number> }
}

const contentWrite = (key: string, minutes: Record<string, number>, now: number) => ({
  key,
  value: JSON.stringify({ minutes }),
  expiresAt: now + HOUR_MINUTES * MINUTE_MS,
})
