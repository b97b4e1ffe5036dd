import type { Reason } from '../../contract/reasons.ts'
import type { Store } from '../store/store.ts'
import { readKept } from './find-kept-work.ts'

/** The reason of a failed run, with where its work is if it was kept, and what can be done with it. */
export async function tellKeptWork(store: Store, job: string, run: number, why: Reason): Promise<Reason> {
  const kept = await readKept(store, job, run)
  if (kept === null) return why
  const where = `The work is kept as a patch: \`GET …/runs/${run}/patch\`.`
  const again = '`POST …/retry` publishes it, without asking the model again.'
  return { ...why, message: [why.message, where, ...(kept.words === null ? [] : [again])].join(' ') }
}
