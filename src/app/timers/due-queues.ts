import type { BatchWork } from '../batches/batch-record.ts'
import { purgeBatch } from '../batches/end-batch.ts'
import { recordEndedRun, workOnBatch } from '../batches/work-on-batch.ts'
import type { JobKey } from '../domain/run-id.ts'
import { triggerKeys } from '../job-store/idempotency.ts'
import {
  dueEntryOf,
  feedbackKeys,
  jobQueueKeys,
  otherReviewerKeys,
  outcomeQueueKeys,
} from '../job-store/job-commit.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import { batchQueueKeys, type JobStore } from '../job-store/update-job.ts'
import { PullRequestChange } from '../jobs/follow-pull-request.ts'
import { apiKeyKeys } from '../keys/key-record.ts'
import { lookAtOpenPullRequests } from '../other-reviewer/look-at-open-pull-requests.ts'
import { lookAtPullRequest } from '../other-reviewer/look-at-pull-request.ts'
import { outboxKeys } from '../outbox/outbox-entry.ts'
import { lookAtOutcome } from '../outcomes/look-at-outcome.ts'
import { recordRevert } from '../outcomes/reverts.ts'
import { fanOut } from '../outgoing/delivery/fan-out.ts'
import { type SendDueDeps, sendDue } from '../outgoing/delivery/send-due.ts'
import { deliveryKeys } from '../outgoing/delivery-record.ts'
import { onboardingKeys } from '../projects/installed-projects.ts'
import type { ProjectWork } from '../projects/project.ts'
import { refreshKeys } from '../projects/refresh-project.ts'
import type { CreatorChecks } from '../sessions/check-creators.ts'
import type { ListPrefix, QueueKey } from '../store/keys.ts'
import type { Entry, Store } from '../store/store.ts'
import { TRIGGER_KINDS } from '../triggers/work-on-trigger.ts'

/** Does the work of an entry, and moves or deletes the entry. */
export type Handler = (due: QueueKey, entry: Entry) => Promise<void>

/** A queue of entries, ordered by due time, with the handlers of this server. */
export interface DueQueue {
  readonly prefix: ListPrefix
  /** Entries that one process handles simultaneously. */
  readonly concurrency: number
  /** A project with many entries leaves room for the others. */
  readonly concurrencyPerProject: number
  /** By kind. A newer server wrote entries of any other kind, and they wait for it. */
  readonly handlers: Readonly<Record<string, Handler>>
}

export interface DueQueueDeps {
  readonly store: Store
  readonly advanceDueJob: (key: JobKey) => Promise<void>
  /** Returns when to retry (epoch ms), or `null` if no retry is needed. */
  readonly refreshProject: (project: string) => Promise<number | null>
  /** Adds the workflow file in a pull request, or refreshes it. Returns when to look again, or `null`. */
  readonly onboardProject: (project: string) => Promise<number | null>
  /** Shows what has changed about a job on GitHub, and moves or deletes the entry. */
  readonly showJob: (key: JobKey, entry: Entry) => Promise<void>
  /** Returns when to retry (epoch ms), or `null` if no retry is needed. */
  readonly followPullRequest: (key: JobKey, change: PullRequestChange) => Promise<number | null>
  /** Moves or deletes the entry. */
  readonly workOnTrigger: Handler
}

export function createDueQueues({
  store,
  advanceDueJob,
  refreshProject,
  onboardProject,
  showJob,
  followPullRequest,
  workOnTrigger,
}: DueQueueDeps): readonly DueQueue[] {
  const job: Handler = async (due, entry) => {
    const key = { project: due.project, job: due.id }
    await advanceDueJob(key)
    await dropStale(store, key, entry)
  }
  const project: Handler = async (due, entry) => {
    const again = await refreshProject(due.project)
    const set = again === null ? [] : [{ key: refreshKeys.project(due.project, again), value: '' }]
    await store.commit({ del: [entry.key], set })
  }
  const onboarding: Handler = async (due, entry) => {
    const again = await onboardProject(due.project)
    const set = again === null ? [] : [{ key: onboardingKeys.project(due.project, again), value: '' }]
    await store.commit({ del: [entry.key], set })
  }
  // A separate kind: entries of one name are never handled simultaneously, and this must not delay the job.
  const show: Handler = (due, entry) => showJob({ project: due.project, job: due.id }, entry)
  const pullRequest: Handler = async (due, { key: done, value }) => {
    const key = { project: due.project, job: due.id }
    const again = await followPullRequest(key, PullRequestChange.parse(JSON.parse(value)))
    const set = again === null ? [] : [{ key: feedbackKeys.followPullRequest(key, again), value }]
    await store.commit({ del: [done], set })
  }
  return [
    { prefix: jobQueueKeys.dueQueue(), concurrency: 16, concurrencyPerProject: 4, handlers: { job } },
    { prefix: refreshKeys.queue(), concurrency: 4, concurrencyPerProject: 1, handlers: { project } },
    {
      prefix: triggerKeys.queue(),
      concurrency: 4,
      // Two comments on an issue start one job, and the order of comments is the order of messages.
      concurrencyPerProject: 1,
      handlers: Object.fromEntries(TRIGGER_KINDS.map((kind) => [kind, workOnTrigger])),
    },
    { prefix: jobQueueKeys.retentionQueue(), concurrency: 2, concurrencyPerProject: 2, handlers: { job } },
    {
      prefix: feedbackKeys.queue(),
      concurrency: 4,
      concurrencyPerProject: 2,
      handlers: { show, 'pull-request': pullRequest },
    },
    {
      prefix: onboardingKeys.queue(),
      concurrency: 1,
      concurrencyPerProject: 1,
      handlers: { project: onboarding },
    },
  ]
}

/**
 * Deletes an entry that its job does not refer to: a rescheduled entry, which no transition of the job removes, or the
 * entry of a job that no longer exists.
 */
async function dropStale(store: Store, key: JobKey, entry: Entry): Promise<void> {
  if ((await store.get(entry.key)) === undefined) return
  const found = await loadJob(store, key)
  if (found !== null && dueEntryOf(found.job) === entry.key) return
  await store.commit({
    checks: [{ key: jobKeys.record(key), value: found?.raw ?? null }],
    del: [entry.key],
  })
}

/** Batches; the account stands where other queues have the project. */
export const batchQueue = (deps: BatchWork): DueQueue => ({
  prefix: batchQueueKeys.queue(),
  concurrency: 8,
  // One server works on the batches of an account, so that servers do not compete for the same records.
  concurrencyPerProject: 1,
  handlers: {
    step: (due, entry) => workOnBatch(deps, due, entry),
    ended: (_, entry) => recordEndedRun(deps, entry),
    purge: (due, entry) => purgeBatch(deps, due, entry),
  },
})

/** Pull requests of jobs that may have ended. Nobody waits for it. */
export const outcomeQueue = (deps: JobStore & ProjectWork): DueQueue => ({
  prefix: outcomeQueueKeys.queue(),
  concurrency: 2,
  concurrencyPerProject: 1,
  handlers: {
    look: (due, entry) => lookAtOutcome(deps, due, entry),
    revert: (due, entry) => recordRevert(deps, due, entry),
  },
})

/** Pull requests that somebody else must approve. */
export const otherReviewerQueue = (deps: ProjectWork): DueQueue => ({
  prefix: otherReviewerKeys.queue(),
  concurrency: 8,
  // One server looks at those of a project, one after the other: a look that read first must not write last.
  concurrencyPerProject: 1,
  handlers: {
    pull: (due, entry) => lookAtPullRequest(deps, due, entry),
    'open-pulls': (due, entry) => lookAtOpenPullRequests(deps, due, entry),
  },
})

/** Checks keys and webhooks of people; their account stands where other queues have the project. */
export const creatorQueue = (store: Store, { checkKey, checkWebhook }: CreatorChecks): DueQueue => {
  const handler =
    (check: CreatorChecks['checkKey'], keyOf: typeof apiKeyKeys.checkCreator): Handler =>
    async ({ project, id }, entry) => {
      const accountId = Number(project)
      const again = await check({ accountId, id })
      const set = again === null ? [] : [{ key: keyOf(accountId, id, again), value: '' }]
      await store.commit({ del: [entry.key], set })
    }
  return {
    prefix: apiKeyKeys.creatorQueue(),
    concurrency: 4,
    // One server checks those of an account, one after the other, so that they share the answers of GitHub.
    concurrencyPerProject: 1,
    handlers: {
      key: handler(checkKey, apiKeyKeys.checkCreator),
      webhook: handler(checkWebhook, apiKeyKeys.checkWebhook),
    },
  }
}

/** Outgoing webhooks; the account stands where other queues have the project. */
export const webhookQueues = (deps: SendDueDeps): readonly DueQueue[] => [
  {
    prefix: outboxKeys.queue(),
    concurrency: 16,
    // The events of an account one after the other, so that they keep their order.
    concurrencyPerProject: 1,
    handlers: { event: ({ project }, entry) => fanOut(deps, Number(project), entry) },
  },
  {
    prefix: deliveryKeys.queue(),
    // A place is taken for 10 s at most, and by one account never more than four.
    concurrency: 64,
    concurrencyPerProject: 4,
    handlers: {
      webhook: ({ project, id }, entry) => sendDue(deps, { accountId: Number(project), webhook: id }, entry),
    },
  },
]
