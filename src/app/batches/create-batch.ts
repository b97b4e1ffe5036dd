import type { NewBatch } from '../../contract/batch.ts'
import { titleOf } from '../domain/job-view.ts'
import { firstResponse, previousResponse } from '../job-store/idempotency.ts'
import { type AccountLimit, chargeMember } from '../limits/rate-limit.ts'
import { listPlace } from '../store/keys.ts'
import { type Commit, commitWithRetry, mergeCommits } from '../store/store.ts'
import { askedBy, createdBy } from './batch-asker.ts'
import { auditBatch, type BatchRecord, type BatchWork, batchKeys, stepEntry } from './batch-record.ts'
import { type BatchManager, type BatchRequest, batchView, type CreateBatchOutcome } from './list-batches.ts'

/** Each of their jobs counts against the limit of its project in addition. */
const BATCHES_AN_HOUR: AccountLimit = { each: 100, together: 300 }

/** From a request to a batch, in one commit. After it the batch is never lost. */
export async function createBatch(
  deps: BatchWork,
  manager: BatchManager,
  { wanted, idempotencyKey }: BatchRequest,
): Promise<CreateBatchOutcome> {
  const { store } = deps
  const { accountId } = manager.key
  const outcome = await commitWithRetry<CreateBatchOutcome>(
    store,
    `batches of account ${accountId}`,
    async () => {
      const now = deps.now()
      const previous = await previousResponse(store, idempotencyKey)
      if (previous.kind === 'other-body') return { result: { kind: 'idempotency-conflict' } }
      if (previous.kind === 'replay') return { result: { kind: 'created', ...previous.response } }
      const { member } = manager
      const charge = await chargeMember(store, `batches-${accountId}`, {
        member,
        limit: BATCHES_AN_HOUR,
        now,
      })
      if (charge.kind === 'exceeded')
        return { result: { kind: 'rate-limited', allowance: charge.allowance, of: charge.of } }
      const batch = newBatch(deps.newBatchId(), manager, wanted, now)
      const response = { id: batch.id, body: JSON.stringify(batchView(batch)) }
      const key = batchKeys.record(batch.id)
      const place = listPlace(now, batch.id)
      const create: Commit = {
        checks: [{ key, value: null }],
        set: [
          { key, value: JSON.stringify(batch) },
          { key: batchKeys.prompt(batch.id), value: wanted.prompt },
          { key: batchKeys.ofAccount(accountId, place), value: '' },
        ],
      }
      const audit = auditBatch('batch.created', batch, manager.by, now, deps.retention)
      const parts = [create, charge, firstResponse(idempotencyKey, response, now), audit]
      return {
        commit: mergeCommits(stepEntry(batch, now), ...parts),
        result: { kind: 'created', ...response },
      }
    },
  )
  if (outcome.kind === 'created') deps.onDue()
  return outcome
}

function newBatch(id: string, { key, by }: BatchManager, wanted: NewBatch, now: number): BatchRecord {
  const { projectId, each, projectIds, metadata } = wanted
  return {
    v: 1,
    rev: 1,
    id,
    accountId: key.accountId,
    ...askedBy(by),
    createdBy: createdBy(by),
    createdAt: now,
    endedAt: null,
    title: titleOf(wanted.prompt),
    status: 'planning',
    reason: null,
    scope:
      projectId !== undefined && each !== undefined
        ? { kind: 'files', project: projectId, each, per: wanted.per, commit: null, leftOut: 0 }
        : { kind: 'projects', projects: projectIds ?? [] },
    job: {
      ref: wanted.ref ?? null,
      model: wanted.model ?? null,
      draft: wanted.draft ?? null,
      ...(metadata !== undefined && Object.keys(metadata).length > 0 && { metadata }),
    },
    atOnce: wanted.atOnce,
    first: wanted.first ?? null,
    limitUsd: wanted.limitUsd ?? null,
    total: 0,
    released: 0,
    round: 1,
    next: 1,
    deferred: [],
    active: [],
    completed: 0,
    failed: 0,
    spentUsd: 0,
  }
}
