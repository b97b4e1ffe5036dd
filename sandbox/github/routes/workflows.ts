import { isVisible } from '../git/lagging-reads.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { runApi, runPage, runShape, workflowShape } from '../shapes/workflow-run.ts'
import type { Workflow } from '../state/repository.ts'
import { readDispatchBody } from '../workflows/check-dispatch.ts'
import { dispatchWorkflow } from '../workflows/dispatch-workflow.ts'
import { findWorkflow } from '../workflows/find-workflow.ts'
import { selectRuns } from '../workflows/select-runs.ts'
import { repositoryRoute } from './routes-for.ts'

const workflowOf = ({ state, repository, params }: RepositoryCall): Promise<Workflow> =>
  findWorkflow(state, repository, params.workflow_id ?? '')

const dispatch = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, actor } = call
  const workflow = await workflowOf(call)
  const body = readDispatchBody(call.body, state.dialect, call.apiVersion)
  const run = await dispatchWorkflow(state, { repository, workflow, body, actor })
  if (!body.returnRunDetails) return { status: 204 }
  return {
    status: 200,
    body: { workflow_run_id: run.id, run_url: runApi(state, run), html_url: runPage(state, run) },
  }
}

const listRuns = async (call: RepositoryCall): Promise<RestResponse> => {
  const workflow = await workflowOf(call)
  const runs = selectRuns(
    call.repository.runs.filter((run) => isVisible(call.state, run)),
    workflow.id,
    call.query,
  )
  const { page, headers } = paginate(call, runs)
  const shapes = page.map((run) => runShape(call.state, run))
  return { status: 200, headers, body: { total_count: runs.length, workflow_runs: shapes } }
}

const setState =
  (state: Workflow['state']) =>
  async (call: RepositoryCall): Promise<RestResponse> => {
    const workflow = await workflowOf(call)
    workflow.state = state
    workflow.updatedAt = call.state.now()
    return { status: 204 }
  }

const WORKFLOW = '/actions/workflows/{workflow_id}'

export const workflowRoutes: readonly Route[] = [
  repositoryRoute('GET', WORKFLOW, 'actions:read', async (call) => ({
    status: 200,
    body: workflowShape(call.state, call.repository, await workflowOf(call)),
  })),
  repositoryRoute('POST', `${WORKFLOW}/dispatches`, 'actions:write', dispatch),
  repositoryRoute('GET', `${WORKFLOW}/runs`, 'actions:read', listRuns),
  repositoryRoute('PUT', `${WORKFLOW}/disable`, 'actions:write', setState('disabled_manually')),
  repositoryRoute('PUT', `${WORKFLOW}/enable`, 'actions:write', setState('active')),
]
