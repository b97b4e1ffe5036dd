/** One operation of the interface, as `/openapi.json` describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Names of the query parameters. */
  readonly query?: readonly string[]
  /** The server recognises a repeated request by its `Idempotency-Key`. Other operations may be repeated without one. */
  readonly takesKey?: true
}

const JOB = '/v2/agent/{projectId}/job/{id}'

/** Every operation, by its `operationId`. A test compares this table with the description that the server makes. */
export const OPERATIONS = {
  createJob: { method: 'POST', path: '/v2/agent/{projectId}/job', takesKey: true },
  getJob: { method: 'GET', path: JOB },
  sendMessage: { method: 'POST', path: `${JOB}/message`, takesKey: true },
  retryJob: { method: 'POST', path: `${JOB}/retry`, takesKey: true },
  updateJobBranch: { method: 'POST', path: `${JOB}/update`, takesKey: true },
  cancelJob: { method: 'POST', path: `${JOB}/cancel` },
  archiveJob: { method: 'POST', path: `${JOB}/archive` },
  unarchiveJob: { method: 'POST', path: `${JOB}/unarchive` },
  streamEvents: { method: 'GET', path: `${JOB}/events`, query: ['lastEventId'] },
  listRuns: { method: 'GET', path: `${JOB}/runs` },
  getPatch: { method: 'GET', path: `${JOB}/runs/{number}/patch` },
  listMessages: { method: 'GET', path: `${JOB}/messages`, query: ['cursor', 'limit'] },
  listJobs: {
    method: 'GET',
    path: '/v2/agent/{projectId}/jobs',
    query: ['cursor', 'status', 'metadata', 'limit'],
  },
  listAccountJobs: {
    method: 'GET',
    path: '/v2/jobs',
    query: [
      'cursor',
      'status',
      'metadata',
      'limit',
      'since',
      'until',
      'origin',
      'person',
      'model',
      'batch',
      'text',
    ],
  },
  listModels: { method: 'GET', path: '/v2/models' },
  getUsage: { method: 'GET', path: '/v2/usage', query: ['days', 'projectId'] },
  getOutcomes: { method: 'GET', path: '/v2/outcomes', query: ['days', 'projectId', 'metadataName'] },
  getLimits: { method: 'GET', path: '/v2/agent/{projectId}/limits' },
  createBatch: { method: 'POST', path: '/v2/batches', takesKey: true },
  listBatches: { method: 'GET', path: '/v2/batches', query: ['cursor', 'limit'] },
  getBatch: { method: 'GET', path: '/v2/batches/{batchId}' },
  listBatchJobs: { method: 'GET', path: '/v2/batches/{batchId}/jobs', query: ['cursor', 'limit'] },
  continueBatch: { method: 'POST', path: '/v2/batches/{batchId}/continue' },
  cancelBatch: { method: 'POST', path: '/v2/batches/{batchId}/cancel' },
  retryBatch: { method: 'POST', path: '/v2/batches/{batchId}/retry' },
  createWebhook: { method: 'POST', path: '/v2/webhooks', takesKey: true },
  listWebhooks: { method: 'GET', path: '/v2/webhooks' },
  deleteWebhook: { method: 'DELETE', path: '/v2/webhooks/{webhookId}' },
  editWebhook: { method: 'PATCH', path: '/v2/webhooks/{webhookId}' },
  rotateWebhook: { method: 'POST', path: '/v2/webhooks/{webhookId}/rotate' },
  disableWebhook: { method: 'POST', path: '/v2/webhooks/{webhookId}/disable' },
  enableWebhook: { method: 'POST', path: '/v2/webhooks/{webhookId}/enable' },
  testWebhook: { method: 'POST', path: '/v2/webhooks/{webhookId}/test' },
  listDeliveries: { method: 'GET', path: '/v2/webhooks/{webhookId}/deliveries', query: ['cursor', 'limit'] },
  redeliver: { method: 'POST', path: '/v2/webhooks/{webhookId}/deliveries/{eventId}/redeliver' },
  listProjects: { method: 'GET', path: '/v2/projects', query: ['cursor', 'repository'] },
} as const satisfies Readonly<Record<string, Operation>>

export type OperationId = keyof typeof OPERATIONS
