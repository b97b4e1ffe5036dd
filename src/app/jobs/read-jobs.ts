import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { createRateLimitPauses } from '../github/rate-limit-pauses.ts'
import { type Hold, readHolds } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'
import { parseJob } from '../records/job-schema.ts'
import { type KeptEvent, readRunEvents } from '../records/read-progress.ts'
import { earlierRuns, readResults } from '../records/run-history.ts'
import { keySpace } from '../store/key-space.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'

/** These jobs, in this order. `null`: the record is gone or unreadable; a request for the job itself reports that. */
export async function loadJobs(store: Store, keys: readonly JobKey[]): Promise<(Job | null)[]> {
  const records = await store.getMany(keys.map(keySpace.job))
  return keys.map((key, i) => {
    const raw = records[i]
    try {
      return raw === undefined ? null : parseJob(key.job, raw)
    } catch (error) {
      if (error instanceof RecordUnreadable) return null
      throw error
    }
  })
}

/** What the runner of one run has reported, oldest first: at most 2,000 events. */
export async function listRunEvents(store: Store, { job }: JobKey, run: number): Promise<KeptEvent[]> {
  const events: KeptEvent[] = []
  for await (const batch of readRunEvents(store, job, run))
    events.push(...batch.map((event) => ({ run, ...event })))
  return events
}

/** What keeps the runs of a project from starting. */
export interface Obstacles {
  /** An operator's order that is in force. */
  readonly hold: Hold | null
  /** End of the pause that GitHub's rate limit imposes, epoch milliseconds. */
  readonly pausedUntil: number | null
}

export async function readObstacles(
  { store, now }: { readonly store: Store; readonly now: () => number },
  project: Pick<Project, 'id' | 'accountId' | 'installationId'>,
): Promise<Obstacles> {
  const [holds, pausedUntil] = await Promise.all([
    readHolds(store, project),
    project.installationId === null
      ? null
      : createRateLimitPauses({ store, now }).until(project.installationId),
  ])
  return { hold: holds.inForce?.hold ?? null, pausedUntil }
}

/** A run of a job, with what its runner reported. */
export interface RunHistory {
  readonly run: Run
  /** `null`: nothing, or it was deleted with the prompts. */
  readonly result: ResultRequest | null
}

/** The runs of a job, oldest first; of very long jobs the newest 200. */
export async function readHistory(store: Store, job: Job): Promise<RunHistory[]> {
  const runs = [...(job.run.number === 1 ? [] : await earlierRuns(store, job)), job.run]
  const results = await readResults(store, job.id, runs)
  return runs.map((run, i) => ({ run, result: results[i] ?? null }))
}
