import { z } from 'zod'
import type { RecordedEvent } from '../../contract/events.ts'
import { Usage } from '../../contract/run.ts'
import type {
  EventsRequest,
  EventsResponse,
  NumberedPrompt,
} from '../../contract/runner-protocol/protocol.ts'
import { addSpending, type BudgetWarning, chargeMonthlyBudgets } from '../budgets/budgets.ts'
import type { Job } from '../domain/job.ts'
import { isAskedOverHttp } from '../domain/origin.ts'
import { isEnded, type Run } from '../domain/run.ts'
import type { RunKey } from '../domain/run-id.ts'
import { lastOfTurn } from '../domain/turns.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import { fitInAnswer, isAskedOnGithub, promptsOf, readMessages } from '../job-store/messages.ts'
import { eventKeys } from '../job-store/read-progress.ts'
import { runKeys } from '../job-store/run-history.ts'
import { advanceJob, type JobStore } from '../job-store/update-job.ts'
import { loadProject } from '../projects/project.ts'
import { type Commit, commitWithRetry, mergeCommits, type Store } from '../store/store.ts'
import { isSameAsker } from './assignment/find-context.ts'
import { findClaimedRun, type RunnerRefusal } from './authorize-runner.ts'

/** Limits of the events that are stored for a run. Further events are accepted but not stored. */
export const MAX_EVENTS = 2_000
export const MAX_BYTES = 1_000_000
/** A heartbeat without new events is written at most this often. */
const HEARTBEAT_EVERY_MS = 30_000
/** Much longer than the longest workflow run that GitHub allows. */
const HEARTBEAT_KEPT_MS = 40 * 24 * 3600 * 1000

export type EventsOutcome = ({ readonly kind: 'recorded' } & EventsResponse) | RunnerRefusal

/** Records events, and returns new messages of the caller and whether to stop. Idempotent by `seq`. */
export async function recordEvents(
  deps: JobStore & BudgetLog,
  run: string,
  secret: string,
  request: EventsRequest,
): Promise<EventsOutcome> {
  const found = await findClaimedRun(deps, run, secret)
  if (found.kind === 'refused') return found
  if (found.ended) return { kind: 'recorded', messages: [], stop: true }
  const { key } = found
  if (!(await keepEvents(deps, run, key, request))) return { kind: 'recorded', messages: [], stop: true }
  let { job } = found
  if (request.acknowledged > job.taken) {
    const update = await advanceJob(deps, key, {
      type: 'messages-acknowledged',
      acknowledged: request.acknowledged,
    })
    if (update.kind !== 'absent') job = update.job
  }
  if (job.run.number !== key.run || isEnded(job.run)) return { kind: 'recorded', messages: [], stop: true }
  const prompts = job.run.state === 'running' ? await newPrompts(deps.store, job) : []
  const permitted = await permittedPrompts(deps.store, job, prompts)
  // The runner gets the rest after it has acknowledged these.
  const { fitting } = fitInAnswer(permitted, ({ text }) => text.length)
  return { kind: 'recorded', messages: [...fitting], stop: false }
}

/**
 * The prompts that the agent may take up. If the run may show its prompts on GitHub, because all of them came from there,
 * those from the HTTP API wait for the next run, which may not.
 */
async function newPrompts(store: Store, job: Job): Promise<NumberedPrompt[]> {
  const prompts = await readNext(store, job)
  if (prompts.length === 0 || isAskedOverHttp(job.origin)) return prompts
  const project = await loadProject(store, job.project)
  if (project?.private || project?.config?.showPrompt) return prompts
  const messages = await readMessages(store, job.id, 1, job.messages)
  const isSeen = ({ number }: { number: number }) => number <= job.taken
  if (!messages.filter(isSeen).every(({ message }) => isAskedOnGithub(message))) return prompts
  const held = messages.find((one) => !isSeen(one) && !isAskedOnGithub(one.message))
  return held === undefined ? prompts : prompts.filter(({ number }) => number < held.number)
}

/** Of the same mode, up to the first message that merges the base: that merge has to happen before the agent works. */
async function readNext(store: Store, job: Job): Promise<NumberedPrompt[]> {
  const messages = await readMessages(store, job.id, job.taken + 1, lastOfTurn(job, job.run.first))
  const update = messages.findIndex(({ message }) => message?.update)
  return promptsOf(update < 0 ? messages : messages.slice(0, update))
}

/**
 * A run that reads other repositories does so for those whose prompts it had at its claim. The prompts of others wait for
 * the next run, which asks GitHub what they may read.
 */
async function permittedPrompts(
  store: Store,
  job: Job,
  prompts: readonly NumberedPrompt[],
): Promise<NumberedPrompt[]> {
  if (job.run.readsContext !== true || prompts.length === 0) return [...prompts]
  const messages = await readMessages(store, job.id, job.run.first, job.messages)
  const originOf = ({ message }: (typeof messages)[number]) => message?.origin ?? job.origin
  const askers = messages.filter(({ number }) => number <= job.taken).map(originOf)
  const held = messages.find(
    (one) => one.number > job.taken && !askers.some((asker) => isSameAsker(asker, originOf(one))),
  )
  return held === undefined ? [...prompts] : prompts.filter(({ number }) => number < held.number)
}

/**
 * False: the run has ended. The commit requires that the job has not changed since it was read: a stream sends the end
 * of the run once, and no event may follow it.
 */
async function keepEvents(
  deps: JobStore & BudgetLog,
  run: string,
  key: RunKey,
  request: EventsRequest,
): Promise<boolean> {
  const warnings = await commitWithRetry(deps.store, `events of run ${run}`, async () => {
    const read = await loadJob(deps.store, key)
    if (read === null || read.job.run.number !== key.run || isEnded(read.job.run)) return { result: null }
    const now = deps.now()
    const { raw, heartbeat } = await readHeartbeat(deps.store, run)
    const next = afterEvents(heartbeat, request.events, now)
    if (next === null) return { result: [] }
    const batch = next.batch && {
      key: eventKeys.batch(key.job, key.run, next.batch.seq),
      value: next.batch.text,
    }
    const cost = next.heartbeat.costUsd - heartbeat.costUsd
    const spent = await chargeRun(deps.store, key.project, read.job.run, cost, now)
    const commit = mergeCommits(spent.commit, {
      checks: [
        { key: runKeys.heartbeat(run), value: raw ?? null },
        { key: jobKeys.record(key), value: read.raw },
      ],
      set: [
        {
          key: runKeys.heartbeat(run),
          value: JSON.stringify(next.heartbeat),
          expiresAt: now + HEARTBEAT_KEPT_MS,
        },
        ...(batch === null ? [] : [batch]),
      ],
    })
    return { commit, result: spent.warnings }
  })
  if (warnings !== null) logWarnings(deps, warnings)
  return warnings !== null
}

/** `null`: nothing to write. */
function afterEvents(
  before: Heartbeat,
  events: readonly RecordedEvent[],
  now: number,
): { heartbeat: Heartbeat; batch: { seq: number; text: string } | null } | null {
  const news = events.filter((event) => event.seq > before.seq)
  const first = news[0]
  const last = news.at(-1)
  if (first === undefined || last === undefined) {
    return now - before.at < HEARTBEAT_EVERY_MS ? null : { heartbeat: { ...before, at: now }, batch: null }
  }
  const text = JSON.stringify(news)
  const usage = usageAfter(news) ?? before.usage
  const heartbeat = {
    ...before,
    at: now,
    seq: last.seq,
    costUsd: costAfter(before.costUsd, news),
    ...(usage !== undefined && { usage }),
  }
  if (before.seq >= MAX_EVENTS || before.bytes + text.length > MAX_BYTES) return { heartbeat, batch: null }
  return { heartbeat: { ...heartbeat, bytes: before.bytes + text.length }, batch: { seq: first.seq, text } }
}

/** Each step reports the total of the run so far, which never decreases. */
const costAfter = (before: number, events: readonly RecordedEvent[]): number =>
  events.reduce((most, { event }) => Math.max(most, event.type === 'step' ? (event.costUsd ?? 0) : 0), before)

/** What the run has used so far, as its last step says; `undefined`: none of these is a step. */
function usageAfter(events: readonly RecordedEvent[]): Usage | undefined {
  const last = events.map(({ event }) => event).findLast((event) => event.type === 'step')
  if (last === undefined) return undefined
  const { step: steps, inputTokens, cachedInputTokens = 0, outputTokens, costUsd } = last
  return { steps, inputTokens, cachedInputTokens, outputTokens, costUsd }
}

/** After this long without a request of the runner, the reconciler checks its workflow run on GitHub. */
export const RUNNER_SILENT_MS = 90_000

/** Time of the last request of the runner, number and size of its events, the cost counted so far, and what it used. */
const Heartbeat = z.looseObject({
  at: z.int(),
  seq: z.int(),
  bytes: z.int(),
  costUsd: z.number(),
  usage: Usage.optional(),
})
type Heartbeat = z.infer<typeof Heartbeat>

const NONE: Heartbeat = { at: 0, seq: 0, bytes: 0, costUsd: 0 }

/** `raw`: the stored value, for the check of a commit that changes it. */
export async function readHeartbeat(
  store: Store,
  run: string,
): Promise<{ readonly raw: string | undefined; readonly heartbeat: Heartbeat }> {
  const raw = await store.get(runKeys.heartbeat(run))
  return { raw, heartbeat: raw === undefined ? NONE : Heartbeat.parse(JSON.parse(raw)) }
}

/** The part of a commit that charges a cost of the run to the project and to the budgets of its account. */
export async function chargeRun(
  store: Store,
  project: string,
  { workflow, budgets = [] }: Run,
  usd: number,
  now: number,
): Promise<{ commit: Commit; warnings: readonly BudgetWarning[] }> {
  const daily = await addSpending(store, project, usd, now)
  if (workflow === null) return { commit: daily, warnings: [] }
  const charged = { accountId: workflow.ownerId, budgets }
  const { warnings, ...monthly } = await chargeMonthlyBudgets(store, charged, usd, now)
  return { commit: mergeCommits(daily, monthly), warnings }
}

export interface BudgetLog {
  readonly log: { warn(fields: object, text: string): void }
}

/** To be called once the commit has succeeded. */
export function logWarnings({ log }: BudgetLog, warnings: readonly BudgetWarning[]): void {
  for (const warning of warnings) log.warn(warning, 'a monthly budget has reached its warn-at')
}
