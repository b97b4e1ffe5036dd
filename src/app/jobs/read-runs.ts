import type { RunView } from '../../contract/run.ts'
import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { createRateLimitPauses } from '../github/rate-limit-pauses.ts'
import { type Hold, readHolds } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'
import { areTextsDeleted, earlierRuns, listRuns, readResults } from '../records/run-history.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** The runs of a job, oldest first. A run that waits because its project is paused says so. `null`: there is no such job. */
export async function listJobRuns(store: Store, key: JobKey, accountId: number): Promise<RunView[] | null> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const { job } = found
  const [runs, paused] = await Promise.all([
    listRuns(store, job),
    job.run.state === 'queued' ? findPause(store, { id: key.project, accountId }) : undefined,
  ])
  return paused === undefined
    ? runs
    : runs.map((run) => (run.number === job.run.number ? { ...run, paused } : run))
}

async function findPause(
  store: Store,
  project: { readonly id: string; readonly accountId: number },
): Promise<RunView['paused']> {
  const { inForce } = await readHolds(store, project)
  if (inForce === null) return undefined
  const { scope, hold } = inForce
  return { scope, since: new Date(hold.heldAt).toISOString(), by: hold.by, reason: hold.why }
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

export type FoundPatch =
  /** Latin-1 of its bytes. */
  | { readonly kind: 'found'; readonly patch: string }
  | { readonly kind: 'no-job' }
  | { readonly kind: 'no-run'; readonly runs: number }
  /** `active`: the run may still save one. `deleted`: with the texts of its archived job. `none`: it saved none. */
  | { readonly kind: 'active' | 'deleted' | 'none' }

/** The saved patch of a run, or why there is none. */
export async function findPatch(store: Store, key: JobKey, run: number): Promise<FoundPatch> {
  const found = await loadJob(store, key)
  if (found === null) return { kind: 'no-job' }
  const { job } = found
  if (run < 1 || run > job.run.number) return { kind: 'no-run', runs: job.run.number }
  const patch = await store.get(keySpace.patch(job.id, run))
  if (patch !== undefined) return { kind: 'found', patch }
  if (run === job.run.number && !isEnded(job.run)) return { kind: 'active' }
  return { kind: (await areTextsDeleted(store, job, run)) ? 'deleted' : 'none' }
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
