import { Counter, Histogram, type Registry } from '@prometheus-io/client'
import { RunRecord } from '../records/job-schema.ts'
import type { Write } from '../store/store.ts'

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

  return (writes) => {
    for (const { key, value } of writes) {
      const status = STATUS.exec(key)?.[1]
      if (status !== undefined) statuses.inc({ status })
      else if (key.startsWith('run/')) countRun(value)
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
    // A record that cannot be counted is committed all the same.
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

function observe(histogram: Histogram, from: number | null, to: number | null): void {
  if (from !== null && to !== null) histogram.observe(Math.max(0, to - from) / 1_000)
}
