import { mintActionsToken } from '../accounts/mint-token.ts'
import { newIdTokenSecret } from '../oidc/id-token.ts'
import { fullRepositoryShape } from '../shapes/repository.ts'
import { organizationShape, userShape } from '../shapes/user.ts'
import type { Permissions } from '../state/account.ts'
import type { QueuedRun } from '../state/queued-run.ts'
import type { Repository, Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'
import { completeRun } from './end-run.ts'

/** Creates the secrets of the run's current attempt and offers it to the runners. */
export const queueRun = (
  state: GithubState,
  run: Run,
  workflow: { text: string; permissions: Permissions },
): void => {
  const { id_token: idToken, ...permissions } = workflow.permissions
  run.githubToken = mintActionsToken(state, run.repository, permissions)
  run.idTokenSecret = idToken === 'write' ? newIdTokenSecret() : null
  const queued = describe(state, run, workflow.text)
  for (const handler of state.onQueuedRun) handler(queued)
}

const describe = (state: GithubState, run: Run, workflowText: string): QueuedRun => {
  const { repository, attempt } = run
  // Reports of a runner on an earlier attempt have no effect.
  const isCurrent = () => run.attempt === attempt && run.status !== 'completed'
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
    eventPayload: eventPayload(state, repository, run),
    runNumber: run.number,
    attempt,
    displayTitle: run.displayTitle,
    githubToken: run.githubToken,
    secrets: secretsFor(repository),
    idToken: run.idTokenSecret
      ? {
          requestUrl: `${state.urls.oidc}/idtoken/${run.id}?api-version=2.0`,
          requestToken: run.idTokenSecret,
        }
      : null,
    started: (log = []) => {
      if (!isCurrent() || run.status !== 'queued') return
      run.log = log
      run.status = 'in_progress'
      run.startedAt = state.now()
      run.updatedAt = state.now()
      announceRun(state, run, 'in_progress')
    },
    completed: (conclusion) => {
      if (isCurrent()) completeRun(state, run, conclusion)
    },
    onCancel: (listener) => {
      run.cancelListeners.push(listener)
    },
  }
}

/** What workflows of the repository read: its own secrets replace those of the organisation. */
export const secretsFor = ({ owner, secrets }: Repository): Record<string, string> =>
  Object.fromEntries([...(owner.secrets ?? []), ...secrets].map(([name, { value }]) => [name, value]))

const eventPayload = (state: GithubState, repository: Repository, run: Run): object => ({
  inputs: run.inputs,
  ref: run.ref,
  repository: fullRepositoryShape(state, repository),
  ...(repository.owner.type === 'Organization'
    ? { organization: organizationShape(state, repository.owner) }
    : {}),
  sender: userShape(state, run.triggeringActor),
  workflow: run.workflow.path,
})
