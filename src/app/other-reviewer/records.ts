import { hash } from 'node:crypto'
import { z } from 'zod'
import { otherReviewerKeys } from '../job-store/job-commit.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store, Write } from '../store/store.ts'

const recordKeys = {
  /** The check run on a commit. */
  head: (project: string, sha: string) => `reviewed-head/${project}/${sha}`,
  /** What was last seen of a pull request. */
  pull: (project: string, number: number) => `reviewed-pull/${project}/${number}`,
  /** Since when the setting is on. */
  since: (project: string) => `other-reviewer-since/${project}`,
}

const HeadRecord = z.looseObject({
  /** Of the check run; `null`: none, as far as this server knows. */
  id: z.int().nullable(),
  /** What the check run shows. */
  digest: z.string(),
  isPassed: z.boolean(),
  /** A server looks until then, epoch ms; 0: none does. */
  busyUntil: z.int(),
  /** The pull requests that had this head. */
  pulls: z.array(z.int()),
})
export type Head = KnownFields<z.infer<typeof HeadRecord>>

const PullRecord = z.looseObject({
  sha: z.string(),
  base: z.string(),
  /** Since when it has this base, epoch ms; 0: as long as it is known. */
  baseSince: z.int(),
  /** Its approvals, each with the commit on which it was first seen. */
  approvals: z.array(z.looseObject({ author: z.int(), at: z.int(), sha: z.string().nullable() })).default([]),
  isOurs: z.boolean(),
})
export type SeenPull = KnownFields<z.infer<typeof PullRecord>>

/** Longer than a pull request is open without a look. */
const KEPT_MS = 400 * 86_400_000

/** `raw`: for the check of a commit. */
export async function readHead(
  store: Store,
  project: string,
  sha: string,
): Promise<{ raw: string | null; head: Head | null }> {
  const raw = await store.get(recordKeys.head(project, sha))
  return raw === undefined ? { raw: null, head: null } : { raw, head: HeadRecord.parse(JSON.parse(raw)) }
}

export const headCheck = (project: string, sha: string, raw: string | null) => ({
  key: recordKeys.head(project, sha),
  value: raw,
})

export const headWrite = (project: string, sha: string, head: Head, now: number): Write => ({
  key: recordKeys.head(project, sha),
  value: JSON.stringify(head),
  expiresAt: now + KEPT_MS,
})

export async function readPulls(
  store: Store,
  project: string,
  numbers: readonly number[],
): Promise<(SeenPull | null)[]> {
  const stored = await store.getMany(numbers.map((number) => recordKeys.pull(project, number)))
  return stored.map((raw) => (raw === undefined ? null : PullRecord.parse(JSON.parse(raw))))
}

export const pullWrite = (project: string, number: number, pull: SeenPull, now: number): Write => ({
  key: recordKeys.pull(project, number),
  value: JSON.stringify(pull),
  expiresAt: now + KEPT_MS,
})

/** When the open pull requests were first looked at (epoch ms); `null`: never. */
export async function readSince(store: Store, project: string): Promise<number | null> {
  const raw = await store.get(recordKeys.since(project))
  return raw === undefined ? null : z.int().parse(JSON.parse(raw))
}

export const sinceWrite = (project: string, at: number): Write => ({
  key: recordKeys.since(project),
  value: JSON.stringify(at),
})

const HOUR_MS = 3_600_000

/** The next look at all open pull requests. Every writer within the hour makes the same key, so that there is one. */
export function nextSweep(project: string, now: number): Write {
  const offset = Number.parseInt(hash('sha256', project).slice(0, 8), 16) % HOUR_MS
  const at = Math.floor((now - offset) / HOUR_MS + 1) * HOUR_MS + offset
  return { key: otherReviewerKeys.openPulls(project, at), value: '' }
}
