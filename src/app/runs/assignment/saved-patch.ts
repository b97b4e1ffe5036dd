import { type Reason, retryHelps } from '../../../contract/reasons.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { PatchDescription } from '../../../contract/runner-protocol/result.ts'
import type { Job } from '../../domain/job.ts'
import type { Run } from '../../domain/run.ts'
import { RunRecord } from '../../job-store/job-record.ts'
import { readResults, runKeys } from '../../job-store/run-history.ts'
import { readSize } from '../../limits/patch-quota.ts'
import type { Store } from '../../store/store.ts'

interface StoredPatch {
  /** Its bytes as Latin-1. */
  readonly patch: string
  /** `null`: it is not complete, or can only be applied by hand. */
  readonly description: PatchDescription | null
  /** For the agent that continues it; `null`: it is complete, or can only be applied by hand. */
  readonly notes: string | null
  readonly summary: string
  readonly output?: unknown
}

async function readStoredPatch(store: Store, job: string, run: number): Promise<StoredPatch | null> {
  const patch = await store.get(runKeys.patch(job, run))
  if (patch === undefined) return null
  const [result] = await readResults(store, job, [{ number: run }])
  const failed = result?.outcome === 'failed' ? result : null
  const asked = result?.outcome === 'no-change' ? result.question : undefined
  return {
    patch,
    description: failed?.patchDescription ?? null,
    notes: failed?.parking?.notes ?? asked?.notes ?? null,
    summary: result?.summary ?? '',
    ...(result?.output !== undefined && { output: result.output }),
  }
}

/** At most one of the two. */
export type WorkOfEarlierRun = Pick<Assignment, 'savedPatch' | 'unfinishedWork'>

/**
 * The newest work that the runs which this one repeats, or whose question it answers, have saved: complete work, which can be
 * published without the agent, or work for the agent to continue.
 */
export async function findSavedWork(store: Store, job: Job): Promise<WorkOfEarlierRun> {
  const first = continuedBy(job.run)
  for (let number = first; number !== null; number = await repeatedBy(store, job.id, number)) {
    const stored = await readStoredPatch(store, job.id, number)
    if (stored === null) continue
    const { description, notes, summary, output } = stored
    const patch = Buffer.from(stored.patch, 'latin1').toString('base64')
    if (description !== null) {
      const savedPatch = { ...description, patch, summary, ...(output !== undefined && { output }) }
      return { savedPatch }
    }
    if (notes !== null) return { unfinishedWork: { patch, notes } }
  }
  return {}
}

async function repeatedBy(store: Store, job: string, number: number): Promise<number | null> {
  const stored = await store.get(runKeys.ended(job, number))
  return stored === undefined ? null : continuedBy(RunRecord.parse(JSON.parse(stored)))
}

/** The run whose work this one continues. One that only reads leaves it as it is. */
const continuedBy = ({ mode, retryOf, answers }: Run): number | null =>
  mode === undefined ? (retryOf ?? answers ?? null) : null

/** The reason of a failed run, with the location of its saved patch and what can be done with it. */
export async function describeSavedPatch(
  store: Store,
  job: string,
  run: number,
  why: Reason,
): Promise<Reason> {
  const stored = await readStoredPatch(store, job, run)
  if (stored === null) return describeRefusal(why, await readSize(store, job, run))
  const where = `The work is saved as a patch: \`GET …/runs/${run}/patch\`.`
  const again = '`POST …/retry` publishes it without another call of the model.'
  if (stored.notes !== null)
    return { ...why, message: `${why.message} ${where} The next run of the same prompts continues it.` }
  const isRepeatable = stored.description !== null && retryHelps(why.code)
  return { ...why, message: [why.message, where, ...(isRepeatable ? [again] : [])].join(' ') }
}

/** The runner has the patch, too: the action always writes it to a file. */
function describeRefusal(why: Reason, size: Awaited<ReturnType<typeof readSize>>): Reason {
  if (size?.refused === undefined) return why
  const note =
    `The work is not saved on the server, because the saved patches of this ${size.refused} have used up their quota: it is ` +
    'in the file that the output `patch-path` of the workflow step names.'
  return { ...why, message: `${why.message} ${note}` }
}
