import type { z } from 'zod'
import type { JobEvent } from '../../../../contract/events.ts'

/** The same job in every example of the OpenAPI description. */
export const EXAMPLE_JOB = {
  id: 'job_01m7xk4ymke8m8qhxhtq1qmf80',
  status: 'active',
  source: { repository: 'https://github.com/your-org/your-repo', ref: null },
  model: 'anthropic/claude-sonnet-5-5',
  prLink: null,
  createdAt: '2026-11-20T23:02:31.827Z',
  archivedAt: null,
} as const

export const EXAMPLE_DONE = {
  ...EXAMPLE_JOB,
  status: 'completed',
  source: { ...EXAMPLE_JOB.source, ref: 'prentice/xhtq1qmf80' },
  prLink: 'https://github.com/your-org/your-repo/pull/7',
} as const

export const EXAMPLE_LISTED = {
  ...EXAMPLE_DONE,
  projectId: 'prj_1a2b',
  title: 'Correct the spelling in the README',
  createdBy: { kind: 'key', id: 'key_01m7xk4ymke8m8qhxhtq1qmf7z', name: 'ci' },
  endedAt: '2026-11-20T23:03:31.005Z',
  reason: null,
} as const

export const EXAMPLE_MESSAGE = {
  number: 1,
  prompt: 'Correct the spelling in the README',
  sentBy: EXAMPLE_LISTED.createdBy,
  sentAt: EXAMPLE_JOB.createdAt,
  run: 1,
} as const

export const EXAMPLE_RUN = {
  number: 1,
  state: 'succeeded',
  reason: null,
  summary: 'Corrected three words in README.md.',
  workflowRunUrl: 'https://github.com/your-org/your-repo/actions/runs/17000000001',
  usage: {
    steps: 4,
    inputTokens: 9120,
    cachedInputTokens: 6400,
    outputTokens: 512,
    costUsd: 0.02,
    brokenOff: 0,
    perStep: [
      { step: 1, inputTokens: 2210, cachedInputTokens: 0, outputTokens: 96, costUsd: 0.008 },
      { step: 2, inputTokens: 2290, cachedInputTokens: 2120, outputTokens: 180, costUsd: 0.004 },
      { step: 3, inputTokens: 2302, cachedInputTokens: 2130, outputTokens: 120, costUsd: 0.004 },
      { step: 4, inputTokens: 2318, cachedInputTokens: 2150, outputTokens: 116, costUsd: 0.004 },
    ],
  },
  checks: { notRun: null, results: [{ name: 'npm test', passed: true, detail: '', seconds: 12.4 }] },
  changedFiles: { total: 1, paths: ['README.md'] },
  startedAt: '2026-11-20T23:02:47.310Z',
  endedAt: '2026-11-20T23:03:31.005Z',
} as const

const EXAMPLE_EVENTS: readonly z.infer<typeof JobEvent>[] = [
  { run: 1, seq: 1, at: '2026-11-20T23:02:47.310Z', type: 'stage', stage: 'prepare' },
  { run: 1, seq: 2, at: '2026-11-20T23:02:49.004Z', type: 'stage', stage: 'agent' },
  {
    run: 1,
    seq: 3,
    at: '2026-11-20T23:02:53.118Z',
    type: 'step',
    step: 1,
    inputTokens: 2210,
    cachedInputTokens: 0,
    outputTokens: 96,
    costUsd: 0.008,
  },
  {
    run: 1,
    seq: 4,
    at: '2026-11-20T23:02:53.121Z',
    type: 'tool',
    step: 1,
    tool: 'read',
    target: 'README.md',
    ok: true,
  },
]

export const EXAMPLE_STREAM = [
  'retry: 3000\n\n',
  `event: job\ndata: ${JSON.stringify(EXAMPLE_JOB)}\n\n`,
  ...EXAMPLE_EVENTS.map(
    (event) => `id: ${event.run}-${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  ),
].join('')

/** Of `GET /v2/outcomes`. */
export const EXAMPLE_OUTCOMES = {
  jobs: 5,
  delivered: 4,
  accepted: 3,
  rejected: 0,
  pending: 1,
  zeroTouch: 2,
  touchUnknown: 0,
  followUps: 2,
  revertedGuess: 0,
  medianSecondsToMerge: 5400,
  checksPassed: 2,
  checksFailed: 1,
  costUsd: 1.26,
  unpricedJobs: 0,
  costPerAcceptedUsd: 0.42,
} as const

/** Of `GET /v2/usage`. */
export const EXAMPLE_COUNTS = {
  jobs: 1,
  succeeded: 1,
  failed: 0,
  cancelled: 0,
  inputTokens: 3003,
  cachedInputTokens: 1530,
  outputTokens: 303,
  costUsd: 0.006279,
  unpriced: 0,
} as const
