import type { JobStatus, JobUpdate } from '../../client/index.ts'

/** The stages that a person follows, in their order. */
export const STAGES = [
  ['prepare', 'Prepare the checkout'],
  ['agent', 'Work on the prompt'],
  ['plan', 'Decide what may be published'],
  ['push', 'Push the branch'],
  ['pull-request', 'Open the pull request'],
  ['result', 'Report the result'],
] as const

/** What is known of the current run of a job, folded from its updates. */
export interface Progress {
  readonly run: number
  /** Index in STAGES of the stage that the run is in; -1: no runner has started. */
  readonly stage: number
  readonly status: JobStatus
  readonly steps: number
  readonly tokens: number
  readonly costUsd: number | null
  /** The last things that the agent did, oldest first. */
  readonly recent: readonly string[]
}

export const NO_PROGRESS: Progress = {
  run: 1,
  stage: -1,
  status: 'active',
  steps: 0,
  tokens: 0,
  costUsd: null,
  recent: [],
}

const RECENT = 4

export function addUpdate(progress: Progress, update: JobUpdate): Progress {
  if (update.type === 'job') return { ...progress, status: update.job.status }
  const current = update.run === progress.run ? progress : { ...NO_PROGRESS, run: update.run }
  switch (update.type) {
    case 'stage': {
      const stage = STAGES.findIndex(([name]) => name === update.stage)
      return { ...current, stage: Math.max(current.stage, stage) }
    }
    case 'step':
      return {
        ...current,
        steps: update.step,
        tokens: update.inputTokens + update.outputTokens,
        costUsd: update.costUsd,
      }
    default: {
      const line = describeUpdate(update)
      return line === null ? current : { ...current, recent: [...current.recent, line].slice(-RECENT) }
    }
  }
}

/** One update in one line; `null`: it has nothing for people. The types of events may grow. */
export function describeUpdate(update: JobUpdate): string | null {
  switch (update.type) {
    case 'job':
      return `job ${update.job.status}`
    case 'stage':
      return `stage ${update.stage}`
    case 'tool':
      return `${update.ok ? '' : 'refused: '}${update.tool} ${update.target}`.trimEnd()
    case 'step':
      return null
    case 'note':
      return update.text
    case 'message':
      return `read message ${update.number}`
    default:
      return null
  }
}
