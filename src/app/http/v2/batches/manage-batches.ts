import type { Context } from 'hono'
import { z } from 'zod'
import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { type BatchManager, isBatchId } from '../../../batches/list-batches.ts'
import { type KeyRecord, memberOfKey } from '../../../keys/key-record.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { API_KEY } from '../operation/describe-response.ts'
import { EXAMPLE_LISTED } from '../operation/examples.ts'

/** What the descriptions of all operations have in common. */
export const OF_BATCHES = { tags: ['Batches'], security: API_KEY }

export const BatchParameters = z.object({ batchId: z.string().describe('Id of the batch.') })
export const UNKNOWN = 'The batch does not exist, or covers more than the API key.'

/** An API key with the scope that the method needs. */
export async function managerOf(
  access: CallerAccess,
  c: Context<Env>,
): Promise<BatchManager & { readonly key: KeyRecord }> {
  const key = await access.authenticate(c.env.incoming)
  const address = access.address(c.env.incoming)
  const by = { kind: 'key', id: key.id, name: key.name, via: 'api', address } as const
  return { key, by, member: memberOfKey(key) }
}

/** An id of the wrong form is one that does not exist. */
export function batchIdOf(c: Context<Env>): string {
  const id = c.req.param('batchId') ?? ''
  if (!isBatchId(id)) throw noSuchBatch(id)
  return id
}

export const noSuchBatch = (id: string): HttpError =>
  new HttpError(404, `there is no batch ${quoted(id)}; GET /v2/batches lists them`)

export const EXAMPLE_BATCH: z.infer<typeof BatchView> = {
  id: 'batch_01m7xk4ymke8m8qhxhtq1qmf8a',
  status: 'running',
  reason: null,
  title: 'Replace "e.g." with "for example"',
  projectId: EXAMPLE_LISTED.projectId,
  each: ['docs/**/*.mdx'],
  per: 12,
  commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  leftOut: 0,
  atOnce: 5,
  first: 2,
  limitUsd: 20,
  costUsd: 1.42,
  jobs: { total: 25, pending: 13, active: 5, completed: 6, failed: 1 },
  createdBy: EXAMPLE_LISTED.createdBy,
  createdAt: '2026-11-20T23:02:31.827Z',
  endedAt: null,
}

export const EXAMPLE_BATCH_JOB: z.infer<typeof BatchJob> = {
  number: 1,
  projectId: EXAMPLE_LISTED.projectId,
  repository: EXAMPLE_LISTED.source.repository,
  files: ['docs/install.mdx', 'docs/start.mdx'],
  jobId: EXAMPLE_LISTED.id,
  status: 'completed',
  reason: null,
  prLink: EXAMPLE_LISTED.prLink,
  costUsd: 0.21,
}
