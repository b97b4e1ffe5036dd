import { actorOf } from '../audit/actor.ts'
import { GithubUnavailable } from '../github/errors.ts'
import type { QueueKey } from '../store/read-key.ts'
import { type Commit, type Entry, mergeCommits } from '../store/store.ts'
import { askerOf } from './batch-asker.ts'
import { type BatchRecord, readBatch, type StoredBatch } from './batch-record.ts'
import { planNext } from './batch-state.ts'
import { type BatchWork, batchCommit, changeCommit, stepEntry } from './change-batch.ts'
import { endBatch } from './end-batch.ts'
import { planBatch } from './plan-batch.ts'
import { startUnit } from './start-unit.ts'

/** Steps of one batch in a row, so that others get their turn. */
const MAX_STEPS = 25

/** A server that changes the batch makes it due. If that server stops before, this one continues. */
const PLANNED_ELSEWHERE_MS = 5_000

/** A batch is due: creates jobs, waits, or ends. Moves or deletes the entry. */
export async function workOnBatch(deps: BatchWork, { id }: QueueKey, entry: Entry): Promise<void> {
  const { store, now } = deps
  for (let step = 0; step < MAX_STEPS; step++) {
    const stored = await readBatch(store, id)
    const again = stored === null ? null : await takeStep(deps, stored)
    if (again === 'now') continue
    const later = stored === null || again === null ? {} : stepEntry(stored.batch, again.at)
    await finishEntry(deps, entry, later)
    return
  }
  const stored = await readBatch(store, id)
  await finishEntry(deps, entry, stored === null ? {} : stepEntry(stored.batch, now()))
  deps.onDue()
}

/** An entry that another writer has replaced stays. */
async function finishEntry({ store }: BatchWork, { key, value }: Entry, later: Commit): Promise<void> {
  const isSame = later.set?.some((write) => write.key === key) ?? false
  await store.commit(mergeCommits({ checks: [{ key, value }], del: isSame ? [] : [key] }, later))
}

/** `now`: there is more to do. `null`: there is nothing to do until something happens. */
type Step = 'now' | { readonly at: number } | null

async function takeStep(deps: BatchWork, stored: StoredBatch): Promise<Step> {
  const { store, now } = deps
  const { batch } = stored
  if (batch.status === 'cancelled') return cancelActive(deps, stored)
  const next = planNext(batch, now())
  switch (next.kind) {
    case 'plan':
      return unlessGithubFails(deps, batch, 'the files of a batch cannot be listed now', async () =>
        (await planBatch(deps, stored)) ? 'now' : { at: now() + PLANNED_ELSEWHERE_MS },
      )
    case 'start':
      return unlessGithubFails(
        deps,
        batch,
        'the access of who asked for a batch is unknown now',
        async () => {
          await startUnit(deps, stored, next)
          return 'now'
        },
      )
    case 'wait':
      await store.commit(batchCommit(stored, { ...batch, status: 'waiting', reason: next.reason }))
      return 'now'
    case 'complete':
      await store.commit(changeCommit(stored, endBatch(deps, batch, 'completed', null)))
      return 'now'
    case 'later':
      return { at: next.at }
    case 'nothing':
      return null
  }
}

async function unlessGithubFails(
  { log, now }: BatchWork,
  { id }: BatchRecord,
  what: string,
  take: () => Promise<Step>,
): Promise<Step> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof GithubUnavailable)) throw error
    log.warn({ batch: id, err: error }, `${what}; retrying later`)
    return { at: Math.max(error.retryAt, now() + 1_000) }
  }
}

/** The end of each run creates an entry, by which it is recorded. */
async function cancelActive({ jobs }: BatchWork, { batch }: StoredBatch): Promise<null> {
  const by = actorOf(askerOf(batch))
  for (const { project, job } of batch.active) await jobs.cancel({ project, job }, by)
  return null
}
