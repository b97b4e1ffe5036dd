import type { ChosenModel } from './choose-model.ts'

export interface WorldOptions {
  /** A local git repository to start from, only read; default: this project's own checkout. */
  readonly repository?: string
  /** Whether the repository is public on the sandbox's GitHub; default: it is private. */
  readonly isPublic?: boolean
  /** Of the app; default: a free one. */
  readonly port?: number
  /** Servers on the one database, behind a balancer; default: one, without. */
  readonly instances?: number
  readonly dialect?: 'github' | 'enterprise'
  readonly databaseUrl?: string
  /** Where real model keys are looked for; without one the scripted model is used. */
  readonly modelEnvironment?: Readonly<Record<string, string | undefined>>
  /** A model of the caller's own in place of those; no scripted one is started. */
  readonly model?: ChosenModel
  readonly log: (message: string) => void
  /** Sees each line of each workflow run's log. */
  readonly onRunLine?: (runId: number, line: string) => void
  /** Put over the app's environment. */
  readonly appEnvironment?: Readonly<Record<string, string>>
  /** The same for one server alone. */
  readonly instanceEnvironment?: (index: number) => Readonly<Record<string, string>>
  /** Variables of every job beside those of the real runner. */
  readonly runnerEnvironment?: Readonly<Record<string, string>>
  /** Aborted: what has been started ends, and the start fails. */
  readonly signal?: AbortSignal
}
