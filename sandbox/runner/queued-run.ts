/** The conclusions of a workflow run that this runner reports. */
export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped'

/** A workflow run that GitHub has queued, and all that a runner is told about it. */
export interface QueuedRun {
  readonly id: number
  readonly repository: {
    readonly id: number
    readonly owner: string
    readonly ownerId: number
    readonly name: string
    readonly private: boolean
  }
  /** `.github/workflows/prentice.yml` */
  readonly workflowPath: string
  /** The file at `sha`. */
  readonly workflowText: string
  /** `refs/heads/main` */
  readonly ref: string
  readonly sha: string
  readonly inputs: Readonly<Record<string, string>>
  readonly actor: { readonly id: number; readonly login: string }
  readonly event: string
  readonly eventPayload: unknown
  readonly runNumber: number
  readonly attempt: number
  readonly displayTitle: string
  readonly githubToken: string
  /** Those of the repository, by name. */
  readonly secrets: Readonly<Record<string, string>>
  /** Where the job gets ID tokens; `null` if the workflow lacks `id-token: write`. */
  readonly idToken: { readonly requestUrl: string; readonly requestToken: string } | null
  /** `log`: its lines, to which the runner adds. */
  started(log: readonly string[]): unknown
  completed(conclusion: Conclusion): unknown
  /** Called for each cancel; `force` skips the signals. */
  onCancel(listener: (force: boolean) => void): unknown
}

/** The part of GitHub that a runner uses. */
export interface RunQueue {
  /** Web URL, `http://127.0.0.1:4000` */
  readonly serverUrl: string
  readonly apiUrl: string
  onQueuedRun(listener: (run: QueuedRun) => void): unknown
}
