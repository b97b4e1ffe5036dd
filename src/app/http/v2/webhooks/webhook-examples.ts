import { WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'

export const EXAMPLE_WEBHOOK = {
  id: 'whk_01m7xk4ymke8m8qhxhtq1qmf7x',
  name: 'docs site',
  url: 'https://example.com/prentice',
  format: 'standard',
  events: [...WEBHOOK_EVENTS],
  projectIds: null,
  onlyWhenNamed: false,
  keyId: 'key_01m7xk4ymke8m8qhxhtq1qmf7z',
  createdAt: '2026-11-20T23:02:31.000Z',
  status: 'active',
  disabledReason: null,
  failingSince: null,
  secretExpiresAt: null,
}

export const EXAMPLE_DELIVERY = {
  id: 'evt_1795215752827_01m7xk4ymke8m8qhxhtq1qmf80_1',
  type: 'job.created',
  projectId: 'prj_1a2b',
  jobId: 'job_01m7xk4ymke8m8qhxhtq1qmf80',
  createdAt: '2026-11-20T23:02:32.827Z',
  status: 'delivered',
  nextAttemptAt: null,
  attempts: [{ at: '2026-11-20T23:02:33.010Z', status: 204, error: null, milliseconds: 84 }],
}
