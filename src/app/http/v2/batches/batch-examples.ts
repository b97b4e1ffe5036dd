import type { z } from 'zod'
import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { EXAMPLE_LISTED } from '../openapi/examples.ts'

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
