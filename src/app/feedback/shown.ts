import { z } from 'zod'
import { JobStatus } from '../../contract/job.ts'
import { feedbackKeys, jobListKeys } from '../job-store/job-commit.ts'
import { idOfPlace } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store, TimedStore, Write } from '../store/store.ts'

/** One thing on GitHub: its id, and the digest of what it shows. `isGone`: it was deleted, or GitHub refuses it. */
const ShownPart = z.looseObject({ id: z.int().nullable(), digest: z.string(), isGone: z.boolean() })

const ShownRecord = z.looseObject({
  /** The entry of the feedback queue that was made with this record; `null`: none. */
  next: z.string().nullable(),
  /** When something was last written to GitHub; 0: never. */
  at: z.int(),
  /** What of the state was last written, without time, money and the actions of the agent. */
  essence: z.looseObject({ run: z.int(), state: z.string() }),
  comment: ShownPart.nullable(),
  checkRuns: z.array(ShownPart.extend({ run: z.int(), sha: z.string(), isCompleted: z.boolean() })),
  /** Parts whose creation was begun. If its response was lost, they exist. */
  begun: z.array(z.string()),
  /** The runs up to this one ended, and all of them is shown. */
  through: z.int(),
  /** The pull request that was last counted as created content. */
  pullRequest: z.int().nullable(),
  /** The pull request that got its people and labels. Absent from records of older servers. */
  prepared: z.int().nullable().default(null),
  /** The last run whose answer was written. Absent from records of older servers. */
  answered: z.int().default(0),
  /** How many prompts were looked at, and whether one of them came over the API. */
  prompts: z.int(),
  hasApiPrompt: z.boolean(),
})

/** What people see of a job on GitHub, as far as this server knows. If it is lost, comment and check runs are found again. */
export type Shown = KnownFields<z.infer<typeof ShownRecord>>
export type ShownPart = KnownFields<z.infer<typeof ShownPart>>

const NOTHING_SHOWN: Shown = {
  next: null,
  at: 0,
  essence: { run: 0, state: '' },
  comment: null,
  checkRuns: [],
  begun: [],
  through: 0,
  pullRequest: null,
  prepared: null,
  answered: 0,
  prompts: 0,
  hasApiPrompt: false,
}

/** Longer than a job is kept without activity by default. */
const KEPT_MS = 120 * 24 * 3600 * 1000

/** `raw`: the stored value, for the check of a commit that changes it. */
export async function readShown(store: Store, job: string): Promise<{ raw: string | null; shown: Shown }> {
  const raw = await store.get(feedbackKeys.shown(job))
  if (raw === undefined) return { raw: null, shown: NOTHING_SHOWN }
  return { raw, shown: ShownRecord.parse(JSON.parse(raw)) }
}

export const shownWrite = (job: string, shown: Shown, now: number): Write => ({
  key: feedbackKeys.shown(job),
  value: JSON.stringify(shown),
  expiresAt: now + KEPT_MS,
})

const PAGE = 200

/**
 * Makes the server check again everything that GitHub shows of the jobs of a project. The project became public, and what
 * its members could read may have to be hidden now.
 */
export async function showAgain({ store, now }: TimedStore, project: string): Promise<void> {
  for (const status of JobStatus.options) {
    const prefix = jobListKeys.of(project, status)
    for (let after: string | null = null; ; ) {
      const entries = await store.list({ prefix, limit: PAGE, ...(after !== null && { after }) })
      const jobs = entries.map(({ key }) => idOfPlace(key.slice(prefix.length)))
      const shown = await store.getMany(jobs.map(feedbackKeys.shown))
      const due = jobs.filter((_, i) => shown[i] !== undefined)
      const set = due.map((job) => ({ key: feedbackKeys.show({ project, job }, now()), value: '' }))
      if (set.length > 0) await store.commit({ set })
      after = entries.at(-1)?.key ?? null
      if (entries.length < PAGE) break
    }
  }
}
