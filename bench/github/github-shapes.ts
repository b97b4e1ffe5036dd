import { WORKFLOW_FILE } from '../../src/contract/github.ts'
import type { BenchInstallation, BenchRepository } from './installations.ts'

/** The account of the app. */
export const BOT = { id: 41, login: 'prentice[bot]' }

/** The head of every default branch. */
export const HEAD_SHA = 'a'.repeat(40)

/** A repository and its installation. */
export interface Place {
  readonly installation: BenchInstallation
  readonly repository: BenchRepository
}

const HOUR_MS = 3_600_000

export const nameOf = ({ installation, repository }: Place): string =>
  `${installation.account.login}/${repository.name}`

const pageOf = (place: Place): string => `https://github.com/${nameOf(place)}`

export const installationShape = ({ id, account }: BenchInstallation) => ({
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

/** The token contains the id of its installation, which later requests are matched by. */
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

/** The claims of a run that our bot dispatched. On GitHub, all of them are strings. */
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
