import type { Conclusion, RunQueue } from './queued-run.ts'
import type { Annotation } from './run-log.ts'
import type { Patience } from './run-process.ts'

/** The reference under which workflows in the sandbox name our action. */
export const SANDBOX_ACTION = 'sandbox-org/prentice@sandbox'

export interface RunnerOptions {
  readonly github: RunQueue
  /** Where action.yml and the bundle are. */
  readonly actionDirectory: string
  readonly action?: string
  readonly secrets: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
  /** Each run gets a folder in here and loses it at its end. */
  readonly directory: string
  readonly log: (message: string) => void
  /** Sees each line of a run's log, masked. */
  readonly onLine?: (runId: number, line: string) => void
  /** Variables of the job beside those of the real runner. */
  readonly moreEnvironment?: Readonly<Record<string, string>>
  /** Between the signals of a cancel; default: that of GitHub's runner, 7.5 s and 2.5 s. */
  readonly patience?: Patience
  /** Runs at once; the others wait. */
  readonly parallel?: number
}

/** A run as this runner saw it; the values are those of now. */
export interface RunReport {
  readonly id: number
  readonly repository: string
  readonly state: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: Conclusion | null
  readonly exitCode: number | null
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  readonly log: readonly string[]
  readonly annotations: readonly Annotation[]
}
