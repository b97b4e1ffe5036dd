/** What a runner is told about a run, and how it reports back. */
export interface QueuedRun {
  readonly id: number
  readonly repository: {
    readonly id: number
    readonly owner: string
    readonly ownerId: number
    readonly name: string
    readonly private: boolean
  }
  readonly workflowPath: string
  readonly workflowText: string
  readonly ref: string
  readonly sha: string
  readonly inputs: Readonly<Record<string, string>>
  readonly actor: { readonly id: number; readonly login: string }
  readonly event: 'workflow_dispatch'
  readonly eventPayload: object
  readonly runNumber: number
  readonly attempt: number
  readonly displayTitle: string
  /** Has the permissions of the workflow; revoked when the run completes. */
  readonly githubToken: string
  /** Those of the repository and of its organisation, by name. */
  readonly secrets: Readonly<Record<string, string>>
  /** Only with `id-token: write`. GET `${requestUrl}&audience=…` with the token as bearer. */
  readonly idToken: { readonly requestUrl: string; readonly requestToken: string } | null
  /** `log`: its lines, to which the runner adds. */
  started(log?: readonly string[]): void
  completed(conclusion: string): void
  onCancel(listener: (force: boolean) => void): void
}
