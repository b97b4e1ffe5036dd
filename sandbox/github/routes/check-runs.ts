import { createCheckRun, updateCheckRun } from '../checks/change-check-run.ts'
import { checkRunOf } from '../checks/click-check-run.ts'
import { resolveCommit } from '../git/read.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { checkRunShape } from '../shapes/check-run.ts'
import type { App } from '../state/account.ts'
import type { CheckRun } from '../state/check-run.ts'
import { repositoryRoute } from './routes-for.ts'

/** People and the tokens of workflows own no check runs here. */
const appOf = ({ credential }: RepositoryCall): App => {
  if (credential.kind === 'installation') return credential.installation.app
  throw new ApiError(403, 'You must authenticate via a GitHub App.')
}

const found = ({ repository, params }: RepositoryCall): CheckRun => {
  const checkRun = checkRunOf(repository, params.check_run_id ?? '')
  if (!checkRun) throw notFound()
  return checkRun
}

const shown = ({ state, repository }: RepositoryCall, checkRun: CheckRun) =>
  checkRunShape(state, repository, checkRun)

const create = async (call: RepositoryCall): Promise<RestResponse> => {
  const checkRun = await createCheckRun(call.state, call.repository, call.body, appOf(call))
  return { status: 201, body: shown(call, checkRun) }
}

const update = (call: RepositoryCall): RestResponse => {
  const checkRun = found(call)
  updateCheckRun(call.state, call.repository, checkRun, { body: call.body, app: appOf(call) })
  return { status: 200, body: shown(call, checkRun) }
}

/** The filter `latest` keeps the newest check run of each name. */
const listForRef = async (call: RepositoryCall): Promise<RestResponse> => {
  const { state, repository, params, query } = call
  const sha = await resolveCommit(state, repository, params.ref ?? '')
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${params.ref}`)
  const [name, appId, filter] = [query.get('check_name'), query.get('app_id'), query.get('filter')]
  const all = repository.checkRuns
    .filter((run) => run.headSha === sha)
    .filter((run) => name === null || run.name === name)
    .filter((run) => appId === null || String(run.app.id) === appId)
    .toReversed()
  const isLatest = ({ app, name }: CheckRun, at: number) =>
    all.findIndex((other) => other.app === app && other.name === name) === at
  const chosen = filter === 'all' ? all : all.filter(isLatest)
  const { page, headers } = paginate(call, chosen)
  return {
    status: 200,
    headers,
    body: { total_count: chosen.length, check_runs: page.map((run) => shown(call, run)) },
  }
}

const CHECK_RUN = '/check-runs/{check_run_id}'

export const checkRunRoutes: readonly Route[] = [
  repositoryRoute('POST', '/check-runs', 'checks:write', create),
  repositoryRoute('PATCH', CHECK_RUN, 'checks:write', update),
  repositoryRoute('GET', CHECK_RUN, 'checks:read', (call) => ({
    status: 200,
    body: shown(call, found(call)),
  })),
  repositoryRoute('GET', '/commits/{ref}/check-runs', 'checks:read', listForRef),
]
