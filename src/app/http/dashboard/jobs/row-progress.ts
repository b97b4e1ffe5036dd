import type { RecordedEvent, Stage } from '../../../../contract/events.ts'
import type { Job } from '../../../domain/job.ts'
import type { Run } from '../../../domain/run.ts'

/** How far a run is, as its newest events say. */
export interface RowProgress {
  readonly stage: Stage | null
  /** 0: no step has ended. */
  readonly step: number
  /** What the run has used so far; `null`: not reported. */
  readonly used: Used | null
}

export interface Used {
  readonly tokens: number
  /** `null`: the price is unknown. */
  readonly costUsd: number | null
}

export const NO_ROW_PROGRESS: RowProgress = { stage: null, step: 0, used: null }

/** Pure. */
export const rowProgress = (events: readonly RecordedEvent[]): RowProgress =>
  events.reduce<RowProgress>(after, NO_ROW_PROGRESS)

/** Only the agent makes steps and calls tools. */
function after(before: RowProgress, { event }: RecordedEvent): RowProgress {
  switch (event.type) {
    case 'stage':
      return { ...before, stage: event.stage }
    case 'step': {
      const { step, inputTokens, outputTokens, costUsd } = event
      return { stage: 'agent', step, used: { tokens: inputTokens + outputTokens, costUsd } }
    }
    case 'tool':
    case 'note':
    case 'plan':
    case 'message':
      return { ...before, stage: before.stage ?? 'agent' }
  }
}

/** What all runs of a job have used; `null`: nothing was reported. Pure. */
export function usedBy({ run }: Pick<Job, 'run'>, earlier: readonly Run[], now: Used | null): Used | null {
  const parts = [...earlier, run].flatMap(({ usage }): Used[] =>
    usage === null ? [] : [{ tokens: usage.inputTokens + usage.outputTokens, costUsd: usage.costUsd }],
  )
  if (run.usage === null && now !== null) parts.push(now)
  if (parts.length === 0) return null
  return parts.reduce((sum, { tokens, costUsd }) => ({
    tokens: sum.tokens + tokens,
    costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
  }))
}
