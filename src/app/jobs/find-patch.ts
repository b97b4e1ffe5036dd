import type { JobKey } from '../domain/run-id.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { areTextsDeleted } from '../records/run-history.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

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
