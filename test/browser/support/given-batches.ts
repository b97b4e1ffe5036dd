import {
  type BatchRecord,
  BatchUnit,
  batchKeys,
  BatchRecord as Schema,
} from '../../../src/app/batches/batch-record.ts'
import { reason } from '../../../src/contract/reasons.ts'
import type { BrowsedDashboard } from './given-dashboard.ts'

/** Batches in each state that looks different. Returns the paths of their pages. */
export async function givenBatches(app: BrowsedDashboard) {
  const made = {
    running: await givenBatch(app, 'Replace "e.g." with "for example" in all pages', {
      ...{ status: 'running', reason: null, completed: 14, failed: 1, released: 25, spentUsd: 3.18 },
    }),
    limit: await givenBatch(app, `Translate ${'the-pages-of-the-handbook-'.repeat(4)} to French`, {
      ...{ status: 'waiting', completed: 9, failed: 2, released: 25, spentUsd: 19.91, next: 12 },
      reason: 'the jobs have cost 19.91 of 20 US dollars: continue the batch, or cancel it',
    }),
    waiting: await givenBatch(app, 'Add a summary to the top of each page', {
      ...{ status: 'waiting', completed: 1, failed: 1, released: 2, spentUsd: 0.42, next: 3 },
      reason: 'the pilot has ended: look at its pull requests, then continue or cancel the batch',
    }),
  }
  return made
}

async function givenBatch(
  app: BrowsedDashboard,
  prompt: string,
  state: Pick<BatchRecord, 'status' | 'reason' | 'completed' | 'failed' | 'released' | 'spentUsd'> & {
    next?: number
  },
): Promise<string> {
  app.clock.at += 60_000
  const wanted = {
    projectId: app.project,
    each: ['docs/**/*.mdx', '!docs/old/'],
    per: 12,
    first: 2,
    limitUsd: 20,
  }
  const { json } = await app.call('POST', '/v2/batches', { body: { ...wanted, prompt } })
  const id = String(json.id)
  const key = batchKeys.record(id)
  const record = Schema.parse(JSON.parse((await app.store.get(key)) ?? ''))
  const units = Array.from({ length: 25 }, (_, at) => unitOf(app, at + 1, state))
  const active = units.flatMap(({ number, state: now, project }) =>
    now === 'active' ? [{ number, project, job: jobId(number) }] : [],
  )
  await app.store.commit({
    set: [
      { key, value: JSON.stringify({ ...record, ...state, total: 25, active }) },
      ...units.map((unit) => ({ key: batchKeys.unit(id, unit.number), value: JSON.stringify(unit) })),
    ],
  })
  return `/dashboard/batches/${id}`
}

const jobId = (number: number): string => `job_${String(number).padStart(26, '0')}`

function unitOf(
  app: BrowsedDashboard,
  number: number,
  { completed, failed, status }: Pick<BatchRecord, 'completed' | 'failed' | 'status'>,
): BatchUnit {
  const isOver = number <= completed + failed
  const hasFailed = isOver && number > completed
  const isActive = !isOver && status === 'running' && number <= completed + failed + 5
  const folder = number % 3 === 0 ? 'docs/reference/configuration-of-the-server' : 'docs/guides'
  return BatchUnit.parse({
    ...{ number, project: app.project, repository: 'https://github.com/acme/docs', round: 1 },
    files: Array.from({ length: 12 }, (_, at) => `${folder}/page-${number * 12 + at}.mdx`),
    state: hasFailed ? 'failed' : isOver ? 'completed' : isActive ? 'active' : 'pending',
    job: isOver || isActive ? jobId(number) : null,
    reason: hasFailed ? 'model-failed' : null,
    message: hasFailed ? reason('model-failed', 'the provider answers with HTTP 529').message : null,
    prLink: isOver && !hasFailed ? `https://github.com/acme/docs/pull/${100 + number}` : null,
    costUsd: isOver ? 0.21 : 0,
  })
}
