import { arch } from 'node:os'
import { join } from 'node:path'
import { evaluateTemplate } from '../expressions/evaluate.ts'
import type { QueuedRun } from './queued-run.ts'
import type { JavaScriptAction } from './read-action.ts'
import type { Workflow } from './read-workflow.ts'

export interface RunFolders {
  readonly workspace: string
  readonly temp: string
  readonly toolCache: string
  readonly home: string
  readonly eventPath: string
}

export interface GithubAddresses {
  readonly serverUrl: string
  readonly apiUrl: string
}

/** The values of the `github` context, which are also the GITHUB_* variables. */
export function githubContext(
  run: QueuedRun,
  workflow: Pick<Workflow, 'name' | 'jobKey'>,
  github: GithubAddresses,
  folders: RunFolders,
  action: string,
): Record<string, string> {
  const repository = `${run.repository.owner}/${run.repository.name}`
  const [actionRepository = '', actionRef = ''] = action.split('@')
  return {
    action: `__${actionRepository.replace('/', '_')}`,
    action_ref: actionRef,
    action_repository: actionRepository,
    actor: run.actor.login,
    actor_id: String(run.actor.id),
    api_url: github.apiUrl,
    base_ref: '',
    event_name: run.event,
    event_path: folders.eventPath,
    graphql_url: `${github.apiUrl.replace(/\/v3$/, '')}/graphql`,
    head_ref: '',
    job: workflow.jobKey,
    ref: run.ref,
    ref_name: run.ref.replace(/^refs\/(heads|tags)\//, ''),
    ref_protected: 'false',
    ref_type: run.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository,
    repository_id: String(run.repository.id),
    repository_owner: run.repository.owner,
    repository_owner_id: String(run.repository.ownerId),
    retention_days: '90',
    run_attempt: String(run.attempt),
    run_id: String(run.id),
    run_number: String(run.runNumber),
    server_url: github.serverUrl,
    sha: run.sha,
    triggering_actor: run.actor.login,
    workflow: workflow.name ?? run.workflowPath,
    workflow_ref: `${repository}/${run.workflowPath}@${run.ref}`,
    workflow_sha: run.sha,
    workspace: folders.workspace,
  }
}

/** The variables that GitHub's runner sets for every step of the job. */
export function jobVariables(
  context: Readonly<Record<string, string>>,
  folders: RunFolders,
  github: GithubAddresses,
  runtimeToken: string,
): Record<string, string> {
  const githubVariables = Object.entries(context).map(([name, value]) => [
    `GITHUB_${name.toUpperCase()}`,
    value,
  ])
  return {
    ...Object.fromEntries(githubVariables),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: arch() === 'arm64' ? 'ARM64' : 'X64',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TOOL_CACHE: folders.toolCache,
    RUNNER_TEMP: folders.temp,
    RUNNER_WORKSPACE: join(folders.workspace, '..'),
    ACTIONS_RUNTIME_URL: `${github.serverUrl}/_runtime/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken,
    ACTIONS_RESULTS_URL: `${github.serverUrl}/_results/`,
    ACTIONS_CACHE_URL: `${github.serverUrl}/_cache/`,
    ACTIONS_CACHE_SERVICE_V2: 'True',
  }
}

/** `INPUT_*` for every declared input. GitHub warns about undeclared inputs and passes them too. */
export function inputVariables(
  action: JavaScriptAction,
  given: Readonly<Record<string, string>>,
  github: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const defaults = Object.entries(action.defaults).map(([name, value]) => [
    name,
    evaluateTemplate(value, { github }),
  ])
  const byLowerName = new Map(
    [...defaults, ...Object.entries(given)].map(([name = '', value = '']) => [name.toLowerCase(), value]),
  )
  return Object.fromEntries(
    [...byLowerName].map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  )
}
