import type { Reason } from '../../../contract/reasons.ts'
import type { KeptWords, KeptWork } from '../../../contract/runner-protocol.ts'
import type { Job } from '../../domain/job.ts'
import { RunRecord } from '../../records/job-schema.ts'
import { readResults } from '../../records/run-history.ts'
import { keySpace } from '../../store/key-space.ts'
import type { Store } from '../../store/store.ts'

/** What is kept of the work of an ended run. */
export interface SavedPatch {
  /** Latin-1 of its bytes. */
  readonly patch: string
  /** `null`: the patch is for people only. */
  readonly words: KeptWords | null
  readonly summary: string
}

async function readSavedPatch(store: Store, job: string, run: number): Promise<SavedPatch | null> {
  const patch = await store.get(keySpace.patch(job, run))
  if (patch === undefined) return null
  const [result] = await readResults(store, job, [{ number: run }])
  const words = result?.outcome === 'failed' ? (result.kept ?? null) : null
  return { patch, words, summary: result?.summary ?? '' }
}

/** What a repeated run may publish without the agent: of the run it repeats, or of the one which that repeated. */
export async function findSavedPatch(store: Store, job: Job): Promise<KeptWork | null> {
  for (let number = job.run.retryOf; number !== null; number = await repeatedBy(store, job.id, number)) {
    const kept = await readSavedPatch(store, job.id, number)
    if (kept === null || kept.words === null) continue
    const patch = Buffer.from(kept.patch, 'latin1').toString('base64')
    return { ...kept.words, patch, summary: kept.summary }
  }
  return null
}

async function repeatedBy(store: Store, job: string, number: number): Promise<number | null> {
  const stored = await store.get(keySpace.run(job, number))
  return stored === undefined ? null : RunRecord.parse(JSON.parse(stored)).retryOf
}

/** The reason of a failed run, with where its work is if it was kept, and what can be done with it. */
export async function describeSavedPatch(
  store: Store,
  job: string,
  run: number,
  why: Reason,
): Promise<Reason> {
  const kept = await readSavedPatch(store, job, run)
  if (kept === null) return why
  const where = `The work is kept as a patch: \`GET …/runs/${run}/patch\`.`
  const again = '`POST …/retry` publishes it, without asking the model again.'
  return { ...why, message: [why.message, where, ...(kept.words === null ? [] : [again])].join(' ') }
}
