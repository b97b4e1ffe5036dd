import type { JobKey } from '../domain/run-id.ts'
import { PullRequestChange } from '../jobs/follow-pull-request.ts'
import { dueEntryOf } from '../records/job-commit.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace, type ListPrefix } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry, Store } from '../store/store.ts'
import { TRIGGER_KINDS } from '../triggers/triggers.ts'

/** Does the work of an entry, and moves or deletes the entry. */
export type Handler = (due: QueueKey, entry: Entry) => Promise<void>

/** A queue of entries, ordered by due time, with the handlers of this server. */
export interface Lane {
  readonly queue: ListPrefix
  /** Entries that one process handles simultaneously. */
  readonly concurrency: number
  /** A project with many entries leaves room for the others. */
  readonly concurrencyPerProject: number
  /** By kind. A newer server wrote entries of any other kind, and they wait for it. */
  readonly handlers: Readonly<Record<string, Handler>>
}

export interface LaneDeps {
  readonly store: Store
  readonly advanceJob: (key: JobKey) => Promise<void>
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

export function createLanes({
  store,
  advanceJob,
  refreshProject,
  onboardProject,
  showJob,
  followPullRequest,
  workOnTrigger,
}: LaneDeps): readonly Lane[] {
  const job: Handler = async (due, entry) => {
    const key = { project: due.project, job: due.id }
    await advanceJob(key)
    await dropStale(store, key, entry)
  }
  const project: Handler = async (due, entry) => {
    const again = await refreshProject(due.project)
    const set = again === null ? [] : [{ key: keySpace.refreshProject(due.project, again), value: '' }]
    await store.commit({ del: [entry.key], set })
  }
  const onboarding: Handler = async (due, entry) => {
    const again = await onboardProject(due.project)
    const set = again === null ? [] : [{ key: keySpace.onboardProject(due.project, again), value: '' }]
    await store.commit({ del: [entry.key], set })
  }
  // A kind of its own: entries of one name are never handled simultaneously, and this must not delay the job.
  const show: Handler = (due, entry) => showJob({ project: due.project, job: due.id }, entry)
  const pullRequest: Handler = async (due, { key: done, value }) => {
    const key = { project: due.project, job: due.id }
    const again = await followPullRequest(key, PullRequestChange.parse(JSON.parse(value)))
    const set = again === null ? [] : [{ key: keySpace.followPullRequest(key, again), value }]
    await store.commit({ del: [done], set })
  }
  return [
    { queue: keySpace.due(), concurrency: 16, concurrencyPerProject: 4, handlers: { job } },
    { queue: keySpace.refresh(), concurrency: 4, concurrencyPerProject: 1, handlers: { project } },
    {
      queue: keySpace.triggers(),
      concurrency: 4,
      // Two comments on an issue start one job, and the order of comments is the order of messages.
      concurrencyPerProject: 1,
      handlers: Object.fromEntries(TRIGGER_KINDS.map((kind) => [kind, workOnTrigger])),
    },
    { queue: keySpace.retention(), concurrency: 2, concurrencyPerProject: 2, handlers: { job } },
    {
      queue: keySpace.feedback(),
      concurrency: 4,
      concurrencyPerProject: 2,
      handlers: { show, 'pull-request': pullRequest },
    },
    {
      queue: keySpace.onboarding(),
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
    checks: [{ key: keySpace.job(key), value: found?.raw ?? null }],
    del: [entry.key],
  })
}

interface BatchLaneDeps {
  /** All three move or delete the entry. */
  readonly work: (due: QueueKey, entry: Entry) => Promise<void>
  readonly recordEnd: (entry: Entry) => Promise<void>
  readonly purge: (due: QueueKey, entry: Entry) => Promise<void>
}

/** Batches; the account stands where other queues have the project. */
export const batchLane = ({ work, recordEnd, purge }: BatchLaneDeps): Lane => ({
  queue: keySpace.batching(),
  concurrency: 8,
  // One server works on the batches of an account, so that servers do not compete for the same records.
  concurrencyPerProject: 1,
  handlers: { step: work, ended: (_, entry) => recordEnd(entry), purge },
})

interface KeyLaneDeps {
  readonly store: Store
  /** Returns when to check again (epoch ms); `null`: never. */
  readonly checkKeyCreator: (key: {
    readonly accountId: number
    readonly id: string
  }) => Promise<number | null>
}

/** Checks keys that were made in the dashboard; the account of the key stands where other queues have the project. */
export const keyLane = ({ store, checkKeyCreator }: KeyLaneDeps): Lane => ({
  queue: keySpace.keyCreators(),
  concurrency: 4,
  // One server checks the keys of an account, one after the other, so that they share the answers of GitHub.
  concurrencyPerProject: 1,
  handlers: {
    key: async ({ project, id }, entry) => {
      const accountId = Number(project)
      const again = await checkKeyCreator({ accountId, id })
      const set = again === null ? [] : [{ key: keySpace.keyCreator(accountId, id, again), value: '' }]
      await store.commit({ del: [entry.key], set })
    },
  },
})

export interface WebhookLaneDeps {
  /** Deletes the entry. */
  readonly fanOut: (accountId: number, entry: Entry) => Promise<void>
  /** Moves or deletes the entry. */
  readonly sendDue: (
    place: { readonly accountId: number; readonly webhook: string },
    entry: Entry,
  ) => Promise<void>
}

/** Outgoing webhooks; the account stands where other queues have the project. */
export const webhookLanes = ({ fanOut, sendDue }: WebhookLaneDeps): readonly Lane[] => [
  {
    queue: keySpace.outbox(),
    concurrency: 16,
    // The events of an account one after the other, so that they keep their order.
    concurrencyPerProject: 1,
    handlers: { event: ({ project }, entry) => fanOut(Number(project), entry) },
  },
  {
    queue: keySpace.sending(),
    // A place is taken for 10 s at most, and by one account never more than four.
    concurrency: 64,
    concurrencyPerProject: 4,
    handlers: {
      webhook: ({ project, id }, entry) => sendDue({ accountId: Number(project), webhook: id }, entry),
    },
  },
]
