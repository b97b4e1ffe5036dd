import type { BatchJob, BatchView } from '../../contract/batch.ts'
import type { BatchRecord, BatchUnit } from './batch-record.ts'
import { waitIdOf } from './batch-state.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** A batch as callers see it. Pure. */
export function batchView(batch: BatchRecord): BatchView {
  const { scope, active, completed, failed, total } = batch
  const files = scope.kind === 'files' ? scope : null
  const waitId = waitIdOf(batch)
  return {
    id: batch.id,
    status: batch.status,
    reason: batch.reason,
    ...(waitId !== null && { waitId }),
    title: batch.title,
    projectId: files?.project ?? null,
    each: files === null ? null : [...files.each],
    per: files?.per ?? null,
    commit: files?.commit ?? null,
    leftOut: files?.leftOut ?? 0,
    atOnce: batch.atOnce,
    first: batch.first,
    limitUsd: batch.limitUsd,
    costUsd: batch.spentUsd,
    jobs: {
      total,
      pending: total - active.length - completed - failed,
      active: active.length,
      completed,
      failed,
    },
    ...(batch.job.metadata !== undefined && { metadata: batch.job.metadata }),
    createdBy: { kind: batch.createdBy.kind ?? 'key', id: batch.createdBy.id, name: batch.createdBy.name },
    createdAt: isoOf(batch.createdAt),
    endedAt: batch.endedAt === null ? null : isoOf(batch.endedAt),
  }
}

export const unitView = (unit: BatchUnit): BatchJob => ({
  number: unit.number,
  projectId: unit.project,
  repository: unit.repository,
  files: unit.files === null ? null : [...unit.files],
  jobId: unit.job,
  status: unit.state,
  reason: unit.reason,
  ...(unit.message != null && { message: unit.message }),
  prLink: unit.prLink,
  costUsd: unit.costUsd,
})
