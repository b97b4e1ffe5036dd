import { findJob } from '../job-store/job-record.ts'
import type { AdmissionRefusal } from '../jobs/admit-request.ts'
import { type CreateJobOutcome, createJob } from '../jobs/create-job.ts'
import { type RetryJobOutcome, retryJob } from '../jobs/retry-job.ts'
import { loadProject, type Project } from '../projects/project.ts'
import type { Commit } from '../store/store.ts'
import { type Asker, askerOf, checkAsker, KEY_ENDED, LOST_ACCESS } from './batch-asker.ts'
import {
  type ActiveJob,
  type BatchRecord,
  BatchUnit,
  type BatchWork,
  batchCommit,
  batchKeys,
  changeCommit,
  parseRecord,
  readBatch,
  readUnit,
  type StoredBatch,
} from './batch-record.ts'
import { begin, type Changed, defer, isToBegin, type NextStep, refuse } from './batch-state.ts'
import { endBatch } from './end-batch.ts'

/** Another writer has changed the batch since it was read. */
class Superseded extends Error {
  override name = 'Superseded'
}

/**
 * Creates the job of a number, or retries it, in one commit with the change of the batch: whatever ends the server, each
 * job is created once. Does nothing if the batch has changed since it was read.
 */
export async function startUnit(
  deps: BatchWork,
  stored: StoredBatch,
  { number, deferred, capUsd }: Extract<NextStep, { kind: 'start' }>,
): Promise<void> {
  const { store } = deps
  const { batch } = stored
  const asker = askerOf(batch)
  const access = await checkAsker(deps, asker, batch.accountId)
  if (access.kind === 'key-ended') {
    await store.commit(changeCommit(stored, endBatch(deps, batch, 'failed', KEY_ENDED)))
    return
  }
  const unit = deferred ? await readUnit(store, batch.id, number) : await findUnit(deps, batch)
  if (unit === null) {
    await store.commit(batchCommit(stored, { ...batch, next: batch.released + 1 }))
    return
  }
  const project = await loadProject(deps.store, unit.unit.project)
  const refused = (why: string) => commitChange(deps, stored, unit, refuse(batch, unit.unit, why))
  if (project === null) return refused(LOST_ACCESS[asker.kind])
  const given = await access.accessTo(project)
  if (given.kind === 'refused') return refused(given.why)
  if (given.kind === 'later') {
    const why = 'GitHub shows no access of the person who asked for the batch, and is asked again'
    const { number: found } = unit.unit
    await store.commit(batchCommit(stored, defer(at(batch, found), found, given.at, why)))
    return
  }
  try {
    const outcome = await request(deps, { stored, unit, project, asker, capUsd })
    await recordOutcome(deps, stored, unit, outcome)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

interface StoredUnit {
  readonly raw: string
  readonly unit: BatchUnit
}

const PAGE = 100

/** The first number from `next` on that this round has to begin; `null`: none of those that may be created. */
async function findUnit({ store }: BatchWork, batch: BatchRecord): Promise<StoredUnit | null> {
  for (let after = batch.next - 1; after < batch.released; after += PAGE) {
    const entries = await store.list({
      prefix: batchKeys.unitsOf(batch.id),
      after: batchKeys.unit(batch.id, after),
      limit: Math.min(PAGE, batch.released - after),
    })
    for (const { value: raw } of entries) {
      const unit = parseRecord(BatchUnit, raw, batch.id)
      if (isToBegin(batch, unit)) return { raw, unit }
    }
  }
  return null
}

interface Request {
  readonly stored: StoredBatch
  readonly unit: StoredUnit
  readonly project: Project
  readonly asker: Asker
  readonly capUsd: number | null
}

type Outcome = CreateJobOutcome | RetryJobOutcome

async function request(
  deps: BatchWork,
  { stored, unit: { raw, unit }, project, asker, capUsd }: Request,
): Promise<Outcome> {
  const { batch } = stored
  const cap = capUsd === null ? {} : { capUsd }
  const work = {
    project,
    origin: asker,
    idempotencyKey: null,
    batch: { id: batch.id, accountId: batch.accountId, number: unit.number, ...cap },
    async extraCommit(job: { readonly id: string }): Promise<Commit> {
      const fresh = await readBatch(deps.store, batch.id)
      if (fresh?.raw !== stored.raw) throw new Superseded('the batch has changed')
      const begun = begin(at(batch, unit.number), unit, { job: job.id, ...cap })
      return batchCommit(stored, begun.batch, { raw, unit: begun.unit })
    },
  }
  if (unit.job !== null) return retryJob(deps, { ...work, job: unit.job })
  const prompt = await deps.store.get(batchKeys.prompt(batch.id))
  if (prompt === undefined) throw new Error(`the prompt of the batch ${batch.id} is missing`)
  const { ref, model, draft, metadata } = batch.job
  return createJob(deps, {
    ...{ ...work, prompt, ref, model, draft },
    ...(metadata !== undefined && { metadata }),
    ...(unit.files !== null && { files: unit.files }),
  })
}

/** Somebody has retried the job, with the share of its last round. The end of that run makes a separate entry. */
async function retriedByOthers(
  { store }: BatchWork,
  { project, job }: BatchUnit,
): Promise<Pick<ActiveJob, 'job' | 'capUsd'>> {
  const id = job ?? ''
  const capUsd = (await findJob(store, { project, job: id }))?.batch?.capUsd
  return { job: id, ...(capUsd !== undefined && { capUsd }) }
}

/** The round looks at this number, and has passed those before it. */
const at = (batch: BatchRecord, number: number): BatchRecord =>
  number > batch.next ? { ...batch, next: number } : batch

async function recordOutcome(
  deps: BatchWork,
  stored: StoredBatch,
  found: StoredUnit,
  outcome: Outcome,
): Promise<void> {
  const { unit } = found
  const batch = at(stored.batch, unit.number)
  const change = (changed: Changed): Promise<void> => commitChange(deps, stored, found, changed)
  switch (outcome.kind) {
    case 'accepted':
      return
    case 'rate-limited':
    case 'budget-exhausted': {
      const { until, why } = limitOf(outcome, deps.now())
      await deps.store.commit(batchCommit(stored, defer(batch, unit.number, until, why)))
      return
    }
    case 'active':
    case 'completed':
      return change(begin(batch, unit, await retriedByOthers(deps, unit)))
    case 'app-not-installed':
      return change(refuse(batch, unit, LOST_ACCESS[askerOf(batch).kind]))
    case 'archived':
      return change(refuse(batch, unit, 'the job is archived: unarchive it, then retry'))
    case 'emptied':
      return change(refuse(batch, unit, 'the prompts of the job were deleted: create a new batch'))
    case 'absent':
      return change(refuse(batch, unit, 'the job was deleted: create a new batch'))
    case 'idempotency-conflict':
      throw new Error('a job of a batch was created with an idempotency key')
  }
}

const commitChange = async (
  { store }: BatchWork,
  stored: StoredBatch,
  { raw }: StoredUnit,
  changed: Changed,
): Promise<void> => {
  await store.commit(batchCommit(stored, changed.batch, { raw, unit: changed.unit }))
}

/** How often a spent budget is checked again: it may have been raised. */
const LOOK_AGAIN_MS = 3_600_000

function limitOf(
  refusal: Extract<AdmissionRefusal, { kind: 'rate-limited' | 'budget-exhausted' }>,
  now: number,
): { readonly until: number; readonly why: string } {
  if (refusal.kind === 'rate-limited')
    return {
      until: Math.max(now + 1_000, refusal.allowance.resetAt),
      why: `a project has used its ${refusal.allowance.limit} jobs and messages of this hour: its further jobs are created as soon as its limit allows`,
    }
  const { name, capUsd, resetSeconds } = refusal.budget
  const budget = name === undefined ? 'the budget of the day of a project' : `the budget ${name} of the month`
  return {
    until: now + Math.min(LOOK_AGAIN_MS, resetSeconds * 1_000),
    why: `${budget}, ${capUsd} US dollars, is spent: further jobs are created when it is renewed or raised`,
  }
}
