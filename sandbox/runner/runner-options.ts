import type { Conclusion, RunQueue } from './queued-run.ts'
import type { Annotation } from './run-log.ts'
import type { CancelTimeouts } from './run-process.ts'

/**
 * The reference to our action in the workflows of the sandbox. For the runner and the sandbox's GitHub it stands for the action of
 * this checkout, whatever its commit is. It has the form that the server demands of references that it writes into pull requests.
 */
export const SANDBOX_ACTION = 'sandbox-tools/prentice@5a4db0c55a4db0c55a4db0c55a4db0c55a4db0c5'

export interface RunnerOptions {
  readonly github: RunQueue
  /** The folder of action.yml and the bundle. */
  readonly actionDirectory: string
  readonly action?: string
  readonly secrets: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
  /** Each run gets a folder in this one, which is removed at its end. */
  readonly directory: string
  readonly log: (message: string) => void
  /** Gets each line of a run's log, masked. */
  readonly onLine?: (runId: number, line: string) => void
  /** Variables of the job in addition to those of the real runner. */
  readonly extraEnvironment?: Readonly<Record<string, string>>
  /** Default: those of GitHub's runner, 7.5 s and 2.5 s. */
  readonly cancelTimeouts?: CancelTimeouts
  /** The maximum number of simultaneous runs. */
  readonly parallel?: number
}

/** The current state of a run on this runner. */
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
