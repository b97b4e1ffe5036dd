import type { Repository, Run, Workflow } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { simpleCommitShape } from './commit.ts'
import { isoDate, nodeId } from './primitives.ts'
import { minimalRepositoryShape, repositoryApi, repositoryPage } from './repository.ts'
import { userShape } from './user.ts'

export const workflowShape = (state: GithubState, repository: Repository, workflow: Workflow) => {
  const file = workflow.path.split('/').at(-1)
  const page = repositoryPage(state, repository)
  return {
    id: workflow.id,
    node_id: nodeId('W', workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: workflow.state,
    created_at: isoDate(workflow.createdAt),
    updated_at: isoDate(workflow.updatedAt),
    url: `${repositoryApi(state, repository)}/actions/workflows/${workflow.id}`,
    html_url: `${page}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${page}/workflows/${file}/badge.svg`,
  }
}

export const runApi = (state: GithubState, run: Run): string =>
  `${repositoryApi(state, run.repository)}/actions/runs/${run.id}`

export const runPage = (state: GithubState, run: Run): string =>
  `${repositoryPage(state, run.repository)}/actions/runs/${run.id}`

/** The same in the API and in webhooks. */
export const runShape = (state: GithubState, run: Run) => {
  const url = runApi(state, run)
  const api = repositoryApi(state, run.repository)
  const suite = run.id + 1
  return {
    id: run.id,
    name: run.workflow.name,
    node_id: nodeId('WFR', run.id),
    head_branch: run.ref.replace(/^refs\/(heads|tags)\//, ''),
    head_sha: run.sha,
    path: run.workflow.path,
    display_title: run.displayTitle,
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflow.id,
    check_suite_id: suite,
    check_suite_node_id: nodeId('CS', suite),
    url,
    html_url: runPage(state, run),
    pull_requests: [],
    created_at: isoDate(run.createdAt),
    updated_at: isoDate(run.updatedAt),
    run_started_at: isoDate(run.startedAt),
    actor: userShape(state, run.actor),
    triggering_actor: userShape(state, run.triggeringActor),
    referenced_workflows: [],
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/${suite}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    workflow_url: `${api}/actions/workflows/${run.workflow.id}`,
    head_commit: simpleCommitShape(run.headCommit),
    repository: minimalRepositoryShape(state, run.repository),
    head_repository: minimalRepositoryShape(state, run.repository),
  }
}
