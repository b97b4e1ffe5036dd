import fc from 'fast-check'
import type { Job } from '../../../src/app/domain/job.ts'
import type { Workflow } from '../../../src/app/domain/run.ts'
import type { RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { newRun } from '../../../src/app/domain/turns.ts'
import { reason } from '../../../src/contract/reasons.ts'

const NOW = 1_800_000_000_000

const workflow: Workflow = {
  repositoryId: 7,
  ownerId: 9,
  file: 'prentice.yml',
  branch: 'main',
  actorId: 41,
}

export const newJob = (messages = 1): Job => ({
  v: 1,
  rev: 1,
  id: 'job_01k00000000000000000000000',
  project: 'prj_7',
  repositoryId: 7,
  repository: 'https://github.com/o/r',
  createdAt: NOW,
  archivedAt: null,
  lastActivityAt: NOW,
  deletedAt: null,
  dueAt: null,
  title: 'x',
  origin: { kind: 'key', id: 'key_1', name: 'ci' },
  accountId: null,
  model: 'anthropic/x',
  base: null,
  draft: null,
  branch: 'prentice/0000000000',
  branchExists: false,
  pullRequest: null,
  messages,
  taken: 0,
  run: newRun(1, 1, messages, NOW),
  cleanups: [],
})

const sha = 'a'.repeat(40)
const plan = { attempt: 1, workflow, filesSha: sha, base: 'main', newBranch: null }
const published = { outcome: 'published', headSha: sha, pullRequest: 3, reason: null } as const
const dueAt = NOW + 1000

export const events = {
  dispatching: { type: 'dispatching', plan, dueAt },
  dispatched: { type: 'dispatched', workflowRunId: 5, url: 'https://github.com/o/r/actions/runs/5', dueAt },
  claimed: { type: 'claimed', secretHash: 'aa', workflowRunId: 5, url: 'https://x/5', dueAt },
  claimedByAnother: { type: 'claimed', secretHash: 'bb', workflowRunId: 6, url: 'https://x/6', dueAt },
  publishing: { type: 'publishing', acknowledged: 1, replaces: null, encryptedToken: 'encrypted', dueAt },
  reported: { type: 'reported', acknowledged: 1, report: published, usage: null },
  reportedFailure: {
    type: 'reported',
    acknowledged: 1,
    report: { outcome: 'failed', headSha: null, pullRequest: null, reason: reason('model-failed', 'x') },
    usage: null,
  },
  confirmed: {
    type: 'confirmed',
    delivered: { branchExists: true, pullRequest: { number: 3, url: 'https://github.com/o/r/pull/3' } },
  },
  failed: { type: 'failed', reason: reason('runner-failed', 'failure') },
  cancelled: { type: 'cancelled', reason: reason('cancelled', 'API key ci') },
  githubChanged: { type: 'github-changed' },
  rescheduled: { type: 'rescheduled', dueAt },
  tokenRevoked: { type: 'token-revoked' },
  messagesAcknowledged: { type: 'messages-acknowledged', acknowledged: 2 },
} as const satisfies Record<string, RunEvent>

/** What the caller does is no event of the run: a message changes what waits, or opens the next run; so does a retry. */
export type Action = { readonly message: true } | { readonly retry: true } | { readonly event: RunEvent }

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Action>({ message: true }) },
  { weight: 1, arbitrary: fc.constant<Action>({ retry: true }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...Object.values<RunEvent>(events)).map((event): Action => ({ event })),
  },
)

export { NOW }
