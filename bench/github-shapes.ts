import { WORKFLOW_FILE } from '../src/contract/dispatch.ts'
import type { GivenInstallation, GivenRepository } from './installations.ts'

/** The app's own account. */
export const BOT = { id: 41, login: 'prentice[bot]' }

/** Head of every default branch. */
export const HEAD_SHA = 'a'.repeat(40)

/** A repository, as one installation of the app sees it. */
export interface Place {
  readonly installation: GivenInstallation
  readonly repository: GivenRepository
}

const HOUR_MS = 3_600_000

export const nameOf = ({ installation, repository }: Place): string =>
  `${installation.account.login}/${repository.name}`

const pageOf = (place: Place): string => `https://github.com/${nameOf(place)}`

export const installationShape = ({ id, account }: GivenInstallation) => ({
  id,
  account,
  suspended_at: null,
})

export const repositoryShape = (place: Place) => ({
  ...place.repository,
  owner: place.installation.account,
  html_url: pageOf(place),
  default_branch: 'main',
  archived: false,
})

/** Names its installation, by which it is known again. */
export const tokenShape = (installation: number) => ({
  token: `ghs_${installation}_bench`,
  expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
  permissions: { actions: 'write', contents: 'write', metadata: 'read', pull_requests: 'write' },
  repository_selection: 'selected',
})

export const runShape = (place: Place, id: number, hasEnded: boolean) => ({
  id,
  html_url: `${pageOf(place)}/actions/runs/${id}`,
  display_title: 'Prentice',
  status: hasEnded ? 'completed' : 'in_progress',
  conclusion: hasEnded ? 'success' : null,
  run_attempt: 1,
})

export const dispatchShape = (place: Place, id: number) => ({
  workflow_run_id: id,
  html_url: `${pageOf(place)}/actions/runs/${id}`,
})

/** Of a run that our bot dispatched, as GitHub writes them: all are strings. */
export const claimsOf = (place: Place, workflowRunId: number): Record<string, string> => {
  const { installation, repository } = place
  const workflow = `${nameOf(place)}/.github/workflows/${WORKFLOW_FILE}@refs/heads/main`
  return {
    ref: 'refs/heads/main',
    sha: HEAD_SHA,
    repository: nameOf(place),
    repository_id: String(repository.id),
    repository_owner_id: String(installation.account.id),
    repository_visibility: repository.private ? 'private' : 'public',
    actor: BOT.login,
    actor_id: String(BOT.id),
    workflow_ref: workflow,
    job_workflow_ref: workflow,
    event_name: 'workflow_dispatch',
    run_id: String(workflowRunId),
    run_attempt: '1',
  }
}
