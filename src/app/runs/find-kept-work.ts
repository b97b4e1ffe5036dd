import type { KeptWords, KeptWork } from '../../contract/runner-protocol.ts'
import { type Job, Run } from '../jobs/job-record.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { readResults } from './run-history.ts'

/** What is kept of the work of an ended run. */
export interface Kept {
  /** Latin-1 of its bytes. */
  readonly patch: string
  /** `null`: the patch is for people only. */
  readonly words: KeptWords | null
  readonly summary: string
}

export async function readKept(store: Store, job: string, run: number): Promise<Kept | null> {
  const patch = await store.get(keySpace.patch(job, run))
  if (patch === undefined) return null
  const [result] = await readResults(store, job, [{ number: run }])
  const words = result?.outcome === 'failed' ? (result.kept ?? null) : null
  return { patch, words, summary: result?.summary ?? '' }
}

/** What a repeated run may publish without the agent: of the run it repeats, or of the one which that repeated. */
export async function findKeptWork(store: Store, job: Job): Promise<KeptWork | null> {
  for (let number = job.run.retryOf; number !== null; number = await repeatedBy(store, job.id, number)) {
    const kept = await readKept(store, job.id, number)
    if (kept === null || kept.words === null) continue
    const patch = Buffer.from(kept.patch, 'latin1').toString('base64')
    return { ...kept.words, patch, summary: kept.summary }
  }
  return null
}

async function repeatedBy(store: Store, job: string, number: number): Promise<number | null> {
  const stored = await store.get(keySpace.run(job, number))
  return stored === undefined ? null : Run.parse(JSON.parse(stored)).retryOf
}
