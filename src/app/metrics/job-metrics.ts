import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import { jobQueueKeys, WORK_STATES } from '../job-store/job-commit.ts'
import { RunRecord } from '../job-store/job-record.ts'
import { parseQueueKey } from '../store/keys.ts'
import type { Space } from '../store/observe-commits.ts'
import type { Store, Write } from '../store/store.ts'
import { parseChange } from '../usage/outcome-entry.ts'

/** Keys of the index that lists jobs. */
const STATUS = /^by\/[^/]+\/([a-z]+)\//
const FIRST_MESSAGE = /^msg\/[^/]+\/0*1$/
/** From half a second to a day. */
const BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 1_800, 3_600, 14_400, 86_400]

/**
 * Counts jobs and runs from what this process writes, so that no use case knows about metrics. The record of an ended
 * run contains all its times.
 */
export function writeMetrics(registry: Registry): (writes: readonly Write[]) => void {
  const registers = [registry]
  const created = new Counter({
    name: 'prentice_jobs_created_total',
    help: 'Jobs created.',
    registers,
  })
  const statuses = new Counter({
    name: 'prentice_job_status_total',
    help: 'How often a job entered a status; `active` counts its creation and each follow-up.',
    labelNames: ['status'],
    registers,
  })
  const countRun = runMetrics(registry)
  const countOutcome = outcomeMetrics(registry)

  return (writes) => {
    for (const { key, value } of writes) {
      const status = STATUS.exec(key)?.[1]
      if (status !== undefined) statuses.inc({ status })
      else if (key.startsWith('run/')) countRun(value)
      else if (key.startsWith('outcome-change/')) countOutcome(value)
      else if (FIRST_MESSAGE.test(key)) created.inc()
    }
  }
}

function runMetrics(registry: Registry): (record: string) => void {
  const registers = [registry]
  const ended = new Counter({
    name: 'prentice_runs_ended_total',
    help: 'Ended runs, by the code of the reason if there is one.',
    labelNames: ['state', 'reason'],
    registers,
  })
  const delay = (name: string, help: string) =>
    new Histogram({ name, help: `${help} Recorded at the end of the run.`, buckets: BUCKETS, registers })
  const dispatch = delay('prentice_dispatch_delay_seconds', 'Time from the prompt to the dispatch.')
  const claim = delay('prentice_claim_delay_seconds', 'Time from the dispatch to the claim.')
  const work = delay('prentice_work_seconds', 'Time from the claim to the result.')
  const confirmation = delay(
    'prentice_confirmation_delay_seconds',
    'Time from the result to the verification.',
  )
  const tokens = new Counter({
    name: 'prentice_model_tokens_total',
    help: 'Tokens that the model providers counted; cached_input is part of input.',
    labelNames: ['kind'],
    registers,
  })
  const cost = new Counter({
    name: 'prentice_model_cost_usd_total',
    help: 'Estimated model cost. Runs whose price is unknown count as 0.',
    registers,
  })

  return (record) => {
    const parsed = RunRecord.safeParse(JSON.parse(record))
    // A record that cannot be counted is still committed.
    if (!parsed.success) return
    const run = parsed.data
    ended.inc({ state: run.state, reason: run.reason?.code ?? '' })
    observe(dispatch, run.queuedAt, run.dispatchedAt)
    observe(claim, run.dispatchedAt, run.claimedAt)
    observe(work, run.claimedAt, run.reportedAt)
    observe(confirmation, run.reportedAt, run.endedAt)
    if (run.usage === null) return
    tokens.inc({ kind: 'input' }, run.usage.inputTokens)
    tokens.inc({ kind: 'cached_input' }, run.usage.cachedInputTokens)
    tokens.inc({ kind: 'output' }, run.usage.outputTokens)
    cost.inc(run.usage.costUsd ?? 0)
  }
}

/** Origins that a label may have: a newer server may store more. */
const ORIGINS = new Set(['api', 'dashboard', 'github', 'server'])

/** A pull request that is reopened and ends again is counted again: a counter never decreases. */
function outcomeMetrics(registry: Registry): (change: string) => void {
  const registers = [registry]
  const count = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames: ['origin', ...labelNames], registers })
  const delivered = count('prentice_pull_requests_delivered_total', 'Pull requests that jobs opened.')
  const ended = count(
    'prentice_pull_requests_ended_total',
    'Pull requests of jobs that were merged (`accepted`) or closed (`rejected`).',
    ['outcome'],
  )
  const zeroTouch = count(
    'prentice_pull_requests_zero_touch_total',
    'Accepted pull requests without a commit by a person.',
  )
  const reverted = count(
    'prentice_pull_requests_reverted_total',
    'Accepted pull requests that were reverted within 30 days, as far as texts tell.',
  )
  const checks = count(
    'prentice_pull_requests_first_checks_total',
    'Ended pull requests by the checks on their first commit.',
    ['result'],
  )
  const toMerge = new Histogram({
    name: 'prentice_merge_delay_seconds',
    help: 'Time from the opening of a pull request to its merge.',
    buckets: MERGE_BUCKETS,
    registers,
  })

  return (stored) => {
    const { before, after } = parseChange(stored)
    if (after === null) return
    const origin = ORIGINS.has(after.origin) ? after.origin : 'other'
    for (const pull of after.pulls) {
      const was = before?.pulls.find(({ number }) => number === pull.number)
      if (was === undefined) delivered.inc({ origin })
      if (pull.revertedAt !== undefined && was?.revertedAt === undefined) reverted.inc({ origin })
      if (pull.state === 'pending' || pull.state === was?.state) continue
      ended.inc({ origin, outcome: pull.state })
      if (pull.firstChecks !== undefined) checks.inc({ origin, result: pull.firstChecks })
      if (pull.state !== 'accepted') continue
      if (pull.peopleCommits === 0) zeroTouch.inc({ origin })
      observe(toMerge, pull.openedAt, pull.endedAt ?? null)
    }
  }
}

/** From a minute to a month. */
const MERGE_BUCKETS = [60, 600, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800, 2_592_000]

function observe(histogram: Histogram, from: number | null, to: number | null): void {
  if (from !== null && to !== null) histogram.observe(Math.max(0, to - from) / 1_000)
}

const PAGE = 500
/** Most pages of entries that are counted; beyond 20,000 the exact number does not matter. */
const MAX_PAGES = 40

/** Read when metrics are rendered, from the due queue alone: it is as long as the open work. */
export function storeMetrics(
  registry: Registry,
  { store, space, now }: { readonly store: Store; readonly space: Space; readonly now: () => number },
): void {
  new Gauge({
    name: 'prentice_store_full',
    help: '1 if the last write of this process failed because the database has no space left, otherwise 0.',
    registers: [registry],
    collect() {
      this.set(space.fullPart() === null ? 0 : 1)
    },
  })
  new Counter({
    name: 'prentice_store_full_writes_total',
    help: 'Writes of this process that failed because the database has no space left.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(space.refusedWrites())
    },
  })
  new Gauge({
    name: 'prentice_runs',
    help: 'Current runs by state: `waiting` are queued until their project has a free slot, `cleanup` have ended here, but not yet on GitHub.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countWork(store)
      for (const state of WORK_STATES) this.set({ state }, counts.get(JSON.stringify(state)) ?? 0)
    },
  })
  new Gauge({
    name: 'prentice_due_lag_seconds',
    help: 'Delay of the most overdue job. Seconds are normal; minutes indicate a problem.',
    registers: [registry],
    async collect() {
      const [first] = await store.list({ prefix: jobQueueKeys.dueQueue(), limit: 1 })
      const due = first === undefined ? null : parseQueueKey(first.key)
      this.set(due === null ? 0 : Math.max(0, now() - due.at) / 1_000)
    },
  })
}

/** By the values of the entries, in pages, between which requests are handled. */
async function countWork(store: Store): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let after = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const entries = await store.list({
      prefix: jobQueueKeys.dueQueue(),
      limit: PAGE,
      ...(after !== '' && { after }),
    })
    for (const { value } of entries) counts.set(value, (counts.get(value) ?? 0) + 1)
    after = entries.at(-1)?.key ?? ''
    if (entries.length < PAGE) break
  }
  return counts
}
