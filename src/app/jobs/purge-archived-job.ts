import type { Job } from '../domain/job.ts'
import { nextRetention } from '../domain/job-view.ts'
import type { JobKey } from '../domain/run-id.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import { messageKeys } from '../job-store/messages.ts'
import { eventKeys } from '../job-store/read-progress.ts'
import { runKeys } from '../job-store/run-history.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { patchUsageKeys, releasePatches } from '../limits/patch-quota.ts'
import { commitWithRetry, mergeCommits, type Store } from '../store/store.ts'

/** Keys of one commit, so that no other commit waits long for it. */
const STEP = 500
/** Batches of events that are read together, only for their keys; one may be half a megabyte. */
const EVENT_PAGE = 20

/**
 * Deletes what callers and runners wrote of a job that was archived long ago. Record, view and runs stay, so that get
 * and the lists still answer. Each step requires that the job has not changed since it was read, so that
 * unarchiving keeps what is left. An interrupted deletion starts again: the job is due until `deletedAt` is set.
 */
export async function purgeArchivedJob(deps: JobStore, key: JobKey): Promise<void> {
  const { store, retention } = deps
  const found = await loadJob(store, key)
  if (found === null) return
  const next = nextRetention(found.job, retention)
  if (next?.action !== 'delete' || next.at > deps.now()) return
  for await (const texts of textsOf(store, found.job)) {
    if (!(await deleteTexts(store, key, found.raw, texts))) return
  }
  await updateJob(deps, key, (job, now) =>
    job.rev === found.job.rev
      ? {
          transition: {
            kind: 'applied',
            job: { ...job, deletedAt: now, title: null, asked: undefined },
            ended: null,
          },
          outcome: null,
        }
      : { transition: { kind: 'ignored', why: 'the job has changed' }, outcome: null },
  )
}

/** Entries that one commit deletes, and the runs whose patches are credited to the quota. */
interface Texts {
  readonly keys: readonly string[]
  readonly runs: readonly number[]
}

/** False: the job has changed, and nothing more of it is deleted. */
const deleteTexts = (store: Store, key: JobKey, raw: string, { keys, runs }: Texts): Promise<boolean> =>
  commitWithRetry(store, `texts of job ${key.job}`, async () => {
    if ((await store.get(jobKeys.record(key))) !== raw) return { result: false }
    const unchanged = { checks: [{ key: jobKeys.record(key), value: raw }], del: keys }
    const commit = mergeCommits(unchanged, await releasePatches(store, key.project, key.job, runs))
    return { commit, result: true }
  })

/** Everything to delete, in portions. Numbered keys need no read of values, which may be megabytes. */
async function* textsOf(store: Store, job: Job): AsyncGenerator<Texts> {
  const entries: { key: string; run?: number }[] = [
    ...upTo(job.messages).map((n) => ({ key: messageKeys.record(job.id, n) })),
    ...upTo(job.run.number).flatMap((n) => [
      { key: runKeys.result(job.id, n) },
      { key: runKeys.patch(job.id, n) },
      { key: patchUsageKeys.size(job.id, n), run: n },
    ]),
  ]
  for (let start = 0; start < entries.length; start += STEP) {
    const portion = entries.slice(start, start + STEP)
    yield { keys: portion.map(({ key }) => key), runs: portion.flatMap(({ run }) => run ?? []) }
  }
  for (;;) {
    const events = await store.list({ prefix: eventKeys.of(job.id), limit: EVENT_PAGE })
    if (events.length === 0) return
    yield { keys: events.map(({ key }) => key), runs: [] }
  }
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)
