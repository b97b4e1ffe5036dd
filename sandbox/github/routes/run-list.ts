import { paginate } from '../rest/paginate.ts'
import { runShape } from '../shapes/workflow-run.ts'
import { selectRuns } from '../workflows/select-runs.ts'
import { repositoryRoute } from './routes-for.ts'

/** The runs of all workflows, as on the Actions page. */
export const runListRoute = repositoryRoute('GET', '/actions/runs', 'actions:read', (call) => {
  const runs = selectRuns(call.repository.runs, null, call.query)
  const { page, headers } = paginate(call, runs)
  const shapes = page.map((run) => runShape(call.state, run))
  return { status: 200, headers, body: { total_count: runs.length, workflow_runs: shapes } }
})
