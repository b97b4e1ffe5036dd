import type { PlanItem, RecordedEvent, Stage } from '../../contract/events.ts'
import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import type { Origin } from '../domain/origin.ts'
import type { Run } from '../domain/run.ts'

/** How far the current run is, as its events say. */
export interface RunProgress {
  /** `null`: the runner has reported no stage. */
  readonly stage: Stage | null
  /** Number of the last step; 0: none has ended. */
  readonly step: number
  /** Of the run so far, in US dollars; `null`: the price is unknown. */
  readonly costUsd: number | null
  /** The last things that the agent did, oldest first. Texts of the model. */
  readonly log: readonly string[]
  /** The checklist of the agent; empty: it has shown none. Texts of the model. */
  readonly plan: readonly PlanItem[]
}

/** A run, with what its runner reported. */
export interface RunFacts {
  readonly run: Run
  /** The commit of ours on which it started; `null`: no earlier run has pushed one. */
  readonly startSha: string | null
  readonly result: ResultRequest | null
  readonly progress: RunProgress
}

/** A line of the settings file. */
export interface CheckPlace {
  readonly path: string
  readonly line: number
}

/** Everything that decides what people see of a job on GitHub. */
export interface JobFacts {
  readonly job: Job
  readonly current: RunFacts
  /** True: neither the prompts nor any text of the model may appear on GitHub. */
  readonly isConfidential: boolean
  /** True: an operator holds the project or its account, so that the run does not start. */
  readonly isHeld: boolean
  /** The last prompt of the current run: who sent it, and its first line. `null`: deleted. */
  readonly asked: { readonly origin: Origin; readonly title: string } | null
  /** Where the settings name each check. */
  readonly checkPlaces: ReadonlyMap<string, CheckPlace>
  /** Cost limit of a run, in US dollars. */
  readonly costLimitUsd: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** Where the text is shown, which decides how its reader can answer. */
export type Place = 'comment' | 'check-run'

const LOG_LENGTH = 15

export const NO_PROGRESS: RunProgress = { stage: null, step: 0, costUsd: 0, log: [], plan: [] }

/** The progress after these events, which follow those that it contains. Pure. */
export const foldEvents = (before: RunProgress, events: readonly RecordedEvent[]): RunProgress =>
  events.reduce(foldEvent, before)

function foldEvent(progress: RunProgress, { event }: RecordedEvent): RunProgress {
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
  }
}

const withLine = (progress: RunProgress, line: string): RunProgress => ({
  ...progress,
  log: [...progress.log, line].slice(-LOG_LENGTH),
})

export const countDone = (plan: RunProgress['plan']): number => plan.filter(({ done }) => done).length
