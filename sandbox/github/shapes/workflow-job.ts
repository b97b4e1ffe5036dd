import type { WorkflowJob } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryApi } from './repository.ts'
import { runApi, runPage } from './workflow-run.ts'

export const workflowJobShape = (state: GithubState, { id, run, attempt, name, conclusion }: WorkflowJob) => {
  const api = repositoryApi(state, run.repository)
  return {
    id,
    run_id: run.id,
    run_url: runApi(state, run),
    run_attempt: attempt,
    node_id: nodeId('CR', id),
    head_sha: run.sha,
    head_branch: run.ref.replace(/^refs\/(heads|tags)\//, ''),
    url: `${api}/actions/jobs/${id}`,
    html_url: `${runPage(state, run)}/job/${id}`,
    status: 'completed',
    conclusion,
    created_at: isoDate(run.createdAt),
    started_at: isoDate(run.startedAt),
    completed_at: isoDate(run.updatedAt),
    name,
    steps: [],
    check_run_url: `${api}/check-runs/${id}`,
    labels: ['ubuntu-latest'],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
    workflow_name: run.workflow.name,
  }
}
