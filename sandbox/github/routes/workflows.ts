import { isShown } from '../lagging-reads.ts'
import type { Workflow } from '../model.ts'
import { paginate } from '../rest/paginate.ts'
import type { Answer, RepositoryCall, Route } from '../rest/route.ts'
import { repositoryRoute } from '../rest/routes-for.ts'
import { runApi, runPage, runShape, workflowShape } from '../shapes/workflow-run.ts'
import { readDispatchBody } from '../workflows/check-dispatch.ts'
import { dispatchWorkflow } from '../workflows/dispatch-workflow.ts'
import { findWorkflow } from '../workflows/find-workflow.ts'
import { selectRuns } from '../workflows/select-runs.ts'

const workflowOf = ({ hub, repository, params }: RepositoryCall): Promise<Workflow> =>
  findWorkflow(hub, repository, params.workflow_id ?? '')

const dispatch = async (call: RepositoryCall): Promise<Answer> => {
  const { hub, repository, actor } = call
  const workflow = await workflowOf(call)
  const version = call.headers['x-github-api-version']
  const body = readDispatchBody(call.body, hub.dialect, version === undefined ? undefined : String(version))
  const run = await dispatchWorkflow(hub, { repository, workflow, body, actor })
  if (!body.returnRunDetails) return { status: 204 }
  return {
    status: 200,
    body: { workflow_run_id: run.id, run_url: runApi(hub, run), html_url: runPage(hub, run) },
  }
}

const listRuns = async (call: RepositoryCall): Promise<Answer> => {
  const workflow = await workflowOf(call)
  const runs = selectRuns(
    call.repository.runs.filter((run) => isShown(call.hub, run)),
    workflow.id,
    call.query,
  )
  const { page, headers } = paginate(call, runs)
  const shapes = page.map((run) => runShape(call.hub, run))
  return { status: 200, headers, body: { total_count: runs.length, workflow_runs: shapes } }
}

const setState =
  (state: Workflow['state']) =>
  async (call: RepositoryCall): Promise<Answer> => {
    const workflow = await workflowOf(call)
    workflow.state = state
    workflow.updatedAt = call.hub.now()
    return { status: 204 }
  }

const WORKFLOW = '/actions/workflows/{workflow_id}'

export const workflowRoutes: readonly Route[] = [
  repositoryRoute('GET', WORKFLOW, 'actions:read', async (call) => ({
    status: 200,
    body: workflowShape(call.hub, call.repository, await workflowOf(call)),
  })),
  repositoryRoute('POST', `${WORKFLOW}/dispatches`, 'actions:write', dispatch),
  repositoryRoute('GET', `${WORKFLOW}/runs`, 'actions:read', listRuns),
  repositoryRoute('PUT', `${WORKFLOW}/disable`, 'actions:write', setState('disabled_manually')),
  repositoryRoute('PUT', `${WORKFLOW}/enable`, 'actions:write', setState('active')),
]
