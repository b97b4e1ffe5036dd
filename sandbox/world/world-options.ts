import type { ChosenModel } from './choose-model.ts'

export interface WorldOptions {
  /** A local git repository to copy; default: the checkout of this project, or in a package an example. */
  readonly repository?: string
  /** Whether the repository is public on the sandbox's GitHub; default: it is private. */
  readonly isPublic?: boolean
  /** Port of the app; default: a free one. */
  readonly port?: number
  /** Take the ports that the documentation names, if they are free; default: any free ones. */
  readonly usualPorts?: boolean
  /** The number of servers on the database; default: 1. Two or more are behind a balancer. */
  readonly instances?: number
  readonly dialect?: 'github' | 'enterprise'
  /** Whether there is a repository without Prentice, and TLS for `gh`, to try `init`. Needs the dialect `enterprise`. */
  readonly offersInit?: boolean
  readonly databaseUrl?: string
  /** The model of the workflows; default: a scripted one. */
  readonly model?: ChosenModel
  /** Whether the scripted model is called with exchanged OIDC tokens; default: with a key. */
  readonly keyless?: boolean
  readonly log: (message: string) => void
  /** Gets each line of each workflow run's log. */
  readonly onRunLine?: (runId: number, line: string) => void
  /** Overrides variables of the app's environment. */
  readonly appEnvironment?: Readonly<Record<string, string>>
  /** The same for one of the servers. */
  readonly instanceEnvironment?: (index: number) => Readonly<Record<string, string>>
  /** Variables of every job in addition to those of the real runner. */
  readonly runnerEnvironment?: Readonly<Record<string, string>>
  /** Abort it to end the started parts; the start then fails. */
  readonly signal?: AbortSignal
}
