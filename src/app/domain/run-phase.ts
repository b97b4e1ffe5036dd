import { describeFallback, describeRetry } from '../../contract/describe-run.ts'
import type { AgentEvent, PlanItem, RecordedEvent, Stage } from '../../contract/events.ts'
import type { Run } from './run.ts'
import { isParked } from './turns.ts'

/** What an open run does, or waits for. */
export type RunPhase =
  | 'held'
  | 'parked'
  | 'slot'
  | 'rate-limit'
  | 'queued'
  | 'retrying'
  | 'runner'
  | 'preparing'
  | 'working'
  | 'planning'
  | 'pushing'
  | 'opening'
  | 'finishing'
  | 'publishing'
  | 'verifying'

/** What decides the phase besides the run. */
export interface PhaseFacts {
  /** True: an operator holds the project or its account. */
  readonly isHeld: boolean
  /** True: GitHub's rate limit forbids calls for this project now. */
  readonly isRateLimited: boolean
  /** `null`: the runner has reported no stage. */
  readonly stage: Stage | null
}

/** In words, for people on GitHub and in the dashboard. */
export const PHASE_WORDS: Readonly<Record<RunPhase, string>> = {
  held: 'Paused by the operator of this server',
  parked: 'Parked, because the quota of the model is used up',
  // For a slot, for GitHub's pace, or just released from a hold.
  slot: 'Waiting for its turn',
  'rate-limit': "Waiting for GitHub's rate limit",
  queued: 'Queued',
  retrying: 'Retrying the start',
  runner: 'Waiting for a runner',
  preparing: 'Preparing',
  working: 'Working',
  planning: 'Checking what may be published',
  pushing: 'Pushing the change',
  opening: 'Opening the pull request',
  finishing: 'Finishing',
  publishing: 'Publishing the change',
  verifying: 'Verifying the result on GitHub',
}

export const PHASE_OF_STAGE: Readonly<Record<Stage, RunPhase>> = {
  claim: 'preparing',
  prepare: 'preparing',
  agent: 'working',
  plan: 'planning',
  push: 'pushing',
  'pull-request': 'opening',
  result: 'finishing',
}

/** The phase of a run; `null`: it has ended. Pure. */
export function phaseOf(
  run: Pick<Run, 'state' | 'waiting' | 'attempts' | 'parkedUntil'>,
  { isHeld, isRateLimited, stage }: PhaseFacts,
): RunPhase | null {
  const { state, waiting, attempts } = run
  switch (state) {
    case 'queued':
      if (isHeld) return 'held'
      if (isParked(run)) return 'parked'
      if (isRateLimited) return 'rate-limit'
      return waiting ? 'slot' : 'queued'
    case 'dispatching':
      if (isRateLimited) return 'rate-limit'
      return attempts > 1 ? 'retrying' : 'runner'
    case 'dispatched':
      return 'runner'
    case 'running':
      return PHASE_OF_STAGE[stage ?? 'claim']
    case 'publishing':
      return 'publishing'
    case 'delivered':
      return 'verifying'
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return null
  }
}

export type ModelRetry = Extract<AgentEvent, { type: 'retry' }>

/** How far the current run is, as its events say. */
export interface RunProgress {
  /** `null`: the runner has reported no stage. */
  readonly stage: Stage | null
  /** Number of the last step; 0: none has ended. */
  readonly step: number
  /** Of the run so far, in US dollars; `null`: the price is unknown. */
  readonly costUsd: number | null
  /** The last event, if the agent waits for its model; otherwise `null`. */
  readonly retry: ModelRetry | null
  /** The last things that the agent did, oldest first. Texts of the model. */
  readonly log: readonly string[]
  /** The checklist of the agent; empty: it has shown none. Texts of the model. */
  readonly plan: readonly PlanItem[]
}

const LOG_LENGTH = 15

export const NO_PROGRESS: RunProgress = { stage: null, step: 0, costUsd: 0, retry: null, log: [], plan: [] }

/** The progress after these events, which follow those that it contains. Pure. */
export const foldEvents = (before: RunProgress, events: readonly RecordedEvent[]): RunProgress =>
  events.reduce(foldEvent, before)

const foldEvent = (progress: RunProgress, { event }: RecordedEvent): RunProgress => ({
  ...addEvent(progress, event),
  retry: event.type === 'retry' ? event : null,
})

function addEvent(progress: RunProgress, event: AgentEvent): RunProgress {
  switch (event.type) {
    case 'stage':
      return { ...progress, stage: event.stage }
    case 'step':
      return { ...progress, step: event.step, costUsd: event.costUsd }
    case 'tool':
      return withLine(progress, `${event.ok ? '' : 'refused: '}${event.tool} ${event.target}`)
    case 'note':
      return withLine(progress, event.text)
    case 'plan':
      return { ...progress, plan: event.items }
    case 'message':
      return withLine(progress, `read message ${event.number}`)
    case 'retry':
      return withLine(progress, describeRetry(event))
    case 'fallback':
      return withLine(progress, describeFallback(event))
  }
}

const withLine = (progress: RunProgress, line: string): RunProgress => ({
  ...progress,
  log: [...progress.log, line].slice(-LOG_LENGTH),
})

export const countDone = (plan: RunProgress['plan']): number => plan.filter(({ done }) => done).length
