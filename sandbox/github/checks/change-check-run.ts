import { resolveCommit } from '../git/read.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { App } from '../state/account.ts'
import type { CheckRun } from '../state/check-run.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceCheckRun } from '../webhooks/check-run-event.ts'
import { readCheckFields } from './read-check-fields.ts'

/** One check suite holds the check runs of an app on a commit. */
const suiteOf = (state: GithubState, repository: Repository, app: App, headSha: string): number =>
  repository.checkRuns.find((run) => run.app === app && run.headSha === headSha)?.suiteId ?? state.nextId()

export const createCheckRun = async (
  state: GithubState,
  repository: Repository,
  body: Json,
  app: App,
): Promise<CheckRun> => {
  const { fields, annotations } = readCheckFields(body)
  if (!fields.name) throw new ApiError(422, 'Invalid request.\n\n"name" wasn\'t supplied.')
  const headSha = String(body.head_sha ?? '')
  if ((await resolveCommit(state, repository, headSha)) !== headSha)
    throw new ApiError(422, `No commit found for SHA: ${headSha}`)
  const checkRun: CheckRun = {
    externalId: '',
    detailsUrl: null,
    status: 'queued',
    conclusion: null,
    output: null,
    actions: [],
    ...fields,
    name: fields.name,
    id: state.nextId(),
    suiteId: suiteOf(state, repository, app, headSha),
    app,
    headSha,
    startedAt: state.now(),
    completedAt: fields.conclusion == null ? null : state.now(),
    annotations: [...annotations],
  }
  repository.checkRuns.push(checkRun)
  announceCheckRun(state, repository, checkRun, 'created', app.bot)
  if (checkRun.status === 'completed') announceCheckRun(state, repository, checkRun, 'completed', app.bot)
  return checkRun
}

/** Stricter than GitHub, which has changed over the years what it does with a completed one that is opened again. */
const refuseReopening = ({ status }: CheckRun, next: CheckRun['status'] | undefined): void => {
  if (status === 'completed' && next !== undefined && next !== 'completed')
    throw new ApiError(422, 'Invalid request.\n\nA completed check run cannot be opened again.')
}

export const updateCheckRun = (
  state: GithubState,
  repository: Repository,
  checkRun: CheckRun,
  { body, app }: { readonly body: Json; readonly app: App },
): void => {
  if (checkRun.app !== app)
    throw new ApiError(
      403,
      `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
    )
  const { fields, annotations } = readCheckFields(body)
  refuseReopening(checkRun, fields.status)
  const wasCompleted = checkRun.status === 'completed'
  Object.assign(checkRun, fields)
  checkRun.annotations.push(...annotations)
  if (checkRun.status !== 'completed' || wasCompleted) return
  checkRun.completedAt = state.now()
  announceCheckRun(state, repository, checkRun, 'completed', app.bot)
}
