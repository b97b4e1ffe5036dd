import { createRoute } from '@hono/zod-openapi'
import { AgentJob } from '../../../contract/job.ts'
import { type Actor, actorOf } from '../../audit/actor.ts'
import type { Job } from '../../domain/job.ts'
import { headerReasonOf, viewOf } from '../../domain/job-view.ts'
import type { JobKey } from '../../domain/run-id.ts'
import type { JobStore } from '../../job-store/update-job.ts'
import { archiveJob, unarchiveJob } from '../../jobs/archive-job.ts'
import { cancelJob } from '../../jobs/cancel-job.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { reasonHeader } from './get-job.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_DONE, EXAMPLE_JOB } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import { authorize, JobParameters, jobKeyOf, noSuchJob } from './operation/request-caller.ts'

type Acting = JobStore & { readonly access: CallerAccess }
type Act = (deps: JobStore, key: JobKey, by: Actor) => Promise<Job | null>

/** What is done to a job without a body: all of them idempotent. */
const actOnJob = (
  deps: Acting,
  act: Act,
  {
    verb,
    example,
    ...described
  }: {
    readonly operationId: string
    readonly summary: string
    readonly description: string
    readonly verb: string
    readonly example: object
  },
): Operation => ({
  route: createRoute({
    ...described,
    method: 'post',
    path: `/v2/agent/{projectId}/job/{id}/${verb}`,
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: JobParameters },
    responses: {
      200: describeResponse({
        description: 'The job.',
        schema: AgentJob,
        headers: ['X-Job-Reason?'],
        example,
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project, origin } = await authorize(deps.access, c)
    refuseQuery(c)
    const jobKey = jobKeyOf(c, project)
    const job = await act(deps, jobKey, actorOf(origin))
    if (job === null) throw noSuchJob(jobKey.job)
    return jsonResponse(c, 200, JSON.stringify(viewOf(job)), reasonHeader(headerReasonOf(job)))
  },
})

export const jobActions = (deps: Acting): Operation[] => [
  actOnJob(deps, cancelJob, {
    operationId: 'cancelJob',
    verb: 'cancel',
    summary: 'Cancel a job',
    description:
      'Ends the current run. The job becomes `failed` with the reason `cancelled`; pushed commits stay. A job that has ended does not change.',
    example: { ...EXAMPLE_JOB, status: 'failed' },
  }),
  actOnJob(deps, archiveJob, {
    operationId: 'archiveJob',
    verb: 'archive',
    summary: 'Archive a job',
    description: 'Makes the job read-only. If a run is active, it is cancelled first.',
    example: { ...EXAMPLE_DONE, status: 'archived', archivedAt: '2026-11-21T08:00:00.000Z' },
  }),
  actOnJob(deps, unarchiveJob, {
    operationId: 'unarchiveJob',
    verb: 'unarchive',
    summary: 'Unarchive a job',
    description: 'Makes the job writable again. Its status is again that of its last run.',
    example: EXAMPLE_DONE,
  }),
]
