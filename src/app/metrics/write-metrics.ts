import { Counter, Histogram, type Registry } from '@prometheus-io/client'
import { RunRecord } from '../records/job-schema.ts'
import type { Metrics } from './metrics-port.ts'

/** Of the index by which jobs are listed. */
const STATUS = /^by\/[^/]+\/([a-z]+)\//
const FIRST_MESSAGE = /^msg\/[^/]+\/0*1$/
/** From a quick step to a run that waited for a day. */
const BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 1_800, 3_600, 14_400, 86_400]

/**
 * Jobs and runs, from what this process has written: no use case has to know that it is counted. An ended run's record
 * holds all its times.
 */
export function writeMetrics(registry: Registry): Pick<Metrics, 'wrote'> {
  const registers = [registry]
  const created = new Counter({
    name: 'prentice_jobs_created_total',
    help: 'Jobs that were accepted.',
    registers,
  })
  const statuses = new Counter({
    name: 'prentice_job_status_total',
    help: 'How often a job came to a status; `active` counts its creation and each follow-up.',
    labelNames: ['status'],
    registers,
  })
  const tellRun = runMetrics(registry)

  return {
    wrote(writes) {
      for (const { key, value } of writes) {
        const status = STATUS.exec(key)?.[1]
        if (status !== undefined) statuses.inc({ status })
        else if (key.startsWith('run/')) tellRun(value)
        else if (FIRST_MESSAGE.test(key)) created.inc()
      }
    },
  }
}

function runMetrics(registry: Registry): (record: string) => void {
  const registers = [registry]
  const ended = new Counter({
    name: 'prentice_runs_ended_total',
    help: 'Runs that ended, with the code of the reason where there is one.',
    labelNames: ['state', 'reason'],
    registers,
  })
  const delay = (name: string, help: string) =>
    new Histogram({ name, help: `${help} Told when the run has ended.`, buckets: BUCKETS, registers })
  const dispatch = delay(
    'prentice_dispatch_delay_seconds',
    'From the prompt to the dispatch of the workflow.',
  )
  const claim = delay('prentice_claim_delay_seconds', 'From the dispatch to the runner that took the run.')
  const work = delay('prentice_work_seconds', 'From the claim to the result of the runner.')
  const confirmation = delay(
    'prentice_confirmation_delay_seconds',
    'From the result to what GitHub confirms.',
  )
  const tokens = new Counter({
    name: 'prentice_model_tokens_total',
    help: 'Tokens that the providers of the models counted; cached_input is part of input.',
    labelNames: ['kind'],
    registers,
  })
  const cost = new Counter({
    name: 'prentice_model_cost_usd_total',
    help: 'What the models cost, by estimate; runs whose price is unknown count nothing.',
    registers,
  })

  return (record) => {
    const parsed = RunRecord.safeParse(JSON.parse(record))
    // Counting must not fail what was committed.
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
