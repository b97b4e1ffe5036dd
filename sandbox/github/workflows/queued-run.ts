import { mintActionsToken } from '../accounts/mint-token.ts'
import type { Permissions, Repository, Run } from '../model.ts'
import { newIdTokenSecret } from '../oidc/id-token.ts'
import { fullRepositoryShape } from '../shapes/repository.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { GithubState } from '../state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'
import { completeRun } from './end-run.ts'

/** What a runner gets to know of a run, and how it reports back. */
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
  /** Rights as the workflow's `permissions` say; dead once the run has completed. */
  readonly githubToken: string
  /** Only with `id-token: write`. GET `${requestUrl}&audience=…` with the token as bearer. */
  readonly idToken: { readonly requestUrl: string; readonly requestToken: string } | null
  started(): void
  completed(conclusion: string): void
  onCancel(listener: (force: boolean) => void): void
}

/** Gives the run's current attempt its secrets and hands it to the runners. */
export const handOut = (
  hub: GithubState,
  run: Run,
  workflow: { text: string; permissions: Permissions },
): void => {
  const { id_token: idToken, ...permissions } = workflow.permissions
  run.githubToken = mintActionsToken(hub, run.repository, permissions)
  run.idTokenSecret = idToken === 'write' ? newIdTokenSecret() : null
  const queued = describe(hub, run, workflow.text)
  for (const handler of hub.onQueuedRun) handler(queued)
}

const describe = (hub: GithubState, run: Run, workflowText: string): QueuedRun => {
  const { repository, attempt } = run
  // A runner that reports on an attempt which another has followed says nothing any more.
  const current = () => run.attempt === attempt && run.status !== 'completed'
  return {
    id: run.id,
    repository: {
      id: repository.id,
      owner: repository.owner.login,
      ownerId: repository.owner.id,
      name: repository.name,
      private: repository.private,
    },
    workflowPath: run.workflow.path,
    workflowText,
    ref: run.ref,
    sha: run.sha,
    inputs: run.inputs,
    actor: { id: run.actor.id, login: run.actor.login },
    event: 'workflow_dispatch',
    eventPayload: eventPayload(hub, repository, run),
    runNumber: run.number,
    attempt,
    displayTitle: run.displayTitle,
    githubToken: run.githubToken,
    idToken: run.idTokenSecret
      ? {
          requestUrl: `${hub.urls.oidc}/idtoken/${run.id}?api-version=2.0`,
          requestToken: run.idTokenSecret,
        }
      : null,
    started: () => {
      if (!current() || run.status !== 'queued') return
      run.status = 'in_progress'
      run.startedAt = hub.now()
      run.updatedAt = hub.now()
      announceRun(hub, run, 'in_progress')
    },
    completed: (conclusion) => {
      if (current()) completeRun(hub, run, conclusion)
    },
    onCancel: (listener) => {
      run.cancelListeners.push(listener)
    },
  }
}

const eventPayload = (hub: GithubState, repository: Repository, run: Run): object => ({
  inputs: run.inputs,
  ref: run.ref,
  repository: fullRepositoryShape(hub, repository),
  ...(repository.owner.type === 'Organization'
    ? { organization: organizationShape(hub, repository.owner) }
    : {}),
  sender: userShape(hub, run.triggeringActor),
  workflow: run.workflow.path,
})
