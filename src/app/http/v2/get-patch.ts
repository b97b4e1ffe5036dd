import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Jobs } from '../../jobs/jobs.ts'
import { type CallerAccess, quoted } from '../auth/caller-access.ts'
import { HttpError } from '../shared/http-error.ts'
import { API_KEY, describeRefusals, describeResponse } from './openapi/describe-response.ts'
import type { Operation } from './openapi/operation.ts'
import { noSuchJob } from './request/job-response.ts'
import { authorize, JobParameters, jobKeyOf } from './request/request-caller.ts'

const EXAMPLE_PATCH = `diff --git a/README.md b/README.md
index 3b18e51..a4d6f0c 100644
--- a/README.md
+++ b/README.md
@@ -1 +1 @@
-Helo
+Hello
`

export interface GetPatchRouteDeps {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'exists' | 'patch'>
}

export const getPatchRoute = ({ access, jobs }: GetPatchRouteDeps): Operation => ({
  route: createRoute({
    operationId: 'getPatch',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/runs/{number}/patch',
    summary: 'Get the patch of a run',
    description:
      'Returns the work of a run that could not be published, as a patch for `git apply`. Other runs have no patch.',
    security: API_KEY,
    request: { params: JobParameters.extend({ number: z.string().describe('Number of the run, from 1.') }) },
    responses: {
      200: describeResponse({
        description: 'The patch.',
        contentType: 'text/x-diff',
        example: EXAMPLE_PATCH,
      }),
      ...describeRefusals([401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    const key = jobKeyOf(c, project)
    if (!(await jobs.exists(key))) throw noSuchJob(key.job)
    const number = c.req.param('number') ?? ''
    const patch = /^[1-9]\d{0,5}$/.test(number) ? await jobs.patch(key, Number(number)) : undefined
    if (patch === undefined) throw new HttpError(404, `run ${quoted(number)} of this job has kept no patch`)
    const bytes = Buffer.from(patch, 'latin1')
    return c.body(bytes, 200, {
      'content-type': 'text/x-diff; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
    })
  },
})
