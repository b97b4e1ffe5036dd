import type { RecordedEvent } from '../../contract/events.ts'
import type { RunProgress } from './job-facts.ts'

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
