import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { RunList } from '../../../contract/run.ts'
import { type FoundPatch, findPatch, listJobRuns } from '../../jobs/read-runs.ts'
import type { Store } from '../../store/store.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { HttpError, quoted } from '../shared/http-error.ts'
import { jsonPieces, sendPieces } from '../shared/json-response.ts'
import type { UnreadBytes } from './events/open-streams.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_RUN } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import { authorize, JobParameters, jobKeyOf, noSuchJob } from './operation/request-caller.ts'

export const listJobRunsRoute = ({
  access,
  store,
}: {
  readonly access: CallerAccess
  readonly store: Store
}): Operation => ({
  route: createRoute({
    operationId: 'listRuns',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/runs',
    summary: 'List the runs of a job',
    description:
      'Returns the runs of the job, oldest first: state, reason, summary, checks, changed files, token use and cost. Returns at most the 201 most recent runs.',
    tags: ['Runs'],
    security: API_KEY,
    request: { params: JobParameters },
    responses: {
      200: describeResponse({ description: 'The runs.', schema: RunList, example: { runs: [EXAMPLE_RUN] } }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    refuseQuery(c)
    const key = jobKeyOf(c, project)
    const runs = await listJobRuns(store, key, project.accountId)
    if (runs === null) throw noSuchJob(key.job)
    return sendPieces(c, await jsonPieces({ runs }), { 'cache-control': 'private, no-cache' })
  },
})

const EXAMPLE_PATCH = `diff --git a/README.md b/README.md
index 3b18e51..a4d6f0c 100644
--- a/README.md
+++ b/README.md
@@ -1 +1 @@
-Helo
+Hello
`

export const getPatchRoute = ({
  access,
  store,
  unread,
}: {
  readonly access: CallerAccess
  readonly store: Store
  readonly unread: UnreadBytes
}): Operation => ({
  route: createRoute({
    operationId: 'getPatch',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/runs/{number}/patch',
    summary: 'Get the patch of a run',
    description:
      'Returns the work of a run that could not be published, as a patch for `git apply`. Other runs have no patch.',
    tags: ['Runs'],
    security: API_KEY,
    request: { params: JobParameters.extend({ number: z.string().describe('Number of the run, from 1.') }) },
    responses: {
      200: describeResponse({
        description: 'The patch.',
        contentType: 'text/x-diff',
        example: EXAMPLE_PATCH,
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project, key: apiKey } = await authorize(access, c)
    refuseQuery(c)
    const key = jobKeyOf(c, project)
    const number = c.req.param('number') ?? ''
    const found = await findPatch(store, key, /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 0)
    if (found.kind !== 'found') throw noPatch(found, key.job, number)
    const bytes = Buffer.from(found.patch, 'latin1')
    unread.hold(c, apiKey.accountId, bytes.length)
    return c.body(bytes, 200, {
      'content-type': 'text/x-diff; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
    })
  },
})

function noPatch(why: Exclude<FoundPatch, { kind: 'found' }>, job: string, number: string): HttpError {
  switch (why.kind) {
    case 'no-job':
      return noSuchJob(job)
    case 'no-run':
      return new HttpError(404, `this job has no run ${quoted(number)}; ${runsOf(why.runs)}`)
    case 'active':
      return new HttpError(404, `run ${number} has no patch: it has not ended`)
    case 'deleted':
      return new HttpError(
        404,
        `the patch of run ${number}, if it had one, was deleted with its archived job`,
      )
    case 'none':
      return new HttpError(404, `run ${number} has no patch: only work that could not be published is saved`)
  }
}

const runsOf = (count: number): string => (count === 1 ? 'it has only run 1' : `it has runs 1 to ${count}`)
