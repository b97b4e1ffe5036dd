import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { JobStatus, Metadata } from '../../../contract/job.ts'
import { JobList, Requester } from '../../../contract/list-responses.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { covers, type KeyRecord } from '../../keys/key-record.ts'
import type { Projects } from '../../projects/projects.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_LISTED } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import {
  CursorQuery,
  linkHeader,
  oneOf,
  pageLimit,
  readCursor,
  readQuery,
  writeCursor,
} from './operation/page-query.ts'
import { authorize, ProjectParameters } from './operation/request-caller.ts'

export const listProjectJobsRoute = ({
  access,
  jobs,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'list'>
}): Operation => ({
  route: createRoute({
    operationId: 'listJobs',
    method: 'get',
    path: '/v2/agent/{projectId}/jobs',
    summary: 'List the jobs of a project',
    description:
      'Returns the jobs of a project, newest first. Continue with `cursor` while `nextCursor` is not null.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: ProjectParameters, query: JobListQuery },
    responses: {
      200: describeResponse({
        description: 'A page of jobs.',
        schema: JobList,
        headers: ['Link?'],
        example: { jobs: [EXAMPLE_LISTED], nextCursor: null },
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    const { status, metadata, limit, cursor } = readQuery(c, JobListQuery)
    const after = readCursor(cursor, JOB_PLACE)
    const { bodies, next } = await jobs.list(project, {
      status: status ?? null,
      metadata,
      limit,
      after,
    })
    const nextCursor = next === null ? null : writeCursor(next)
    const body = jobListBody(bodies, nextCursor)
    return jsonResponse(c, 200, body, linkHeader({ status, metadata, limit }, nextCursor))
  },
})

/** What both lists of jobs take. */
const JobListQuery = CursorQuery.extend({
  status: oneOf(JobStatus.options).optional().describe('Return only jobs with this status.'),
  metadata: Metadata.optional()
    .describe('Return only jobs with these pairs, as `metadata[team]=docs`.')
    .meta({ param: { style: 'deepObject', explode: true } }),
  limit: pageLimit('jobs'),
})

/** Places of the lists of jobs, see `keySpace.place`. */
export const JOB_PLACE = /^\d{13}\/job_[0-9a-z]{26}$/

/** A page of stored entries, which are JSON already. */
const jobListBody = (bodies: readonly string[], nextCursor: string | null): string =>
  `{"jobs":[${bodies.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`

const time = () =>
  z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-20T23:02:31Z' }).optional()
const word = (max: number) =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })
    .optional()

const Query = JobListQuery.extend({
  since: time().describe('Return only jobs that were created at this time or later.'),
  until: time().describe('Return only jobs that were created before this time.'),
  origin: oneOf(Requester.shape.kind.options)
    .optional()
    .describe(
      'Return only jobs that an API key, a person on GitHub, or a merge in another repository created.',
    ),
  person: word(100).describe('Return only jobs that the person with this GitHub login created.'),
  model: word(200).describe('Return only jobs with this model.'),
  batch: word(100).describe('Return only jobs that this batch created.'),
  text: word(200).describe('Return only jobs whose title contains this text, in any letter case.'),
})

export const listAccountJobsRoute = ({
  access,
  jobs,
  projects,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'listOfAccount'>
  readonly projects: Pick<Projects, 'load'>
}): Operation => ({
  route: createRoute({
    operationId: 'listAccountJobs',
    method: 'get',
    path: '/v2/jobs',
    summary: 'List the jobs of all projects',
    description:
      'Returns the jobs of all projects that the API key covers, newest first. Continue with `cursor` while `nextCursor` is not null. A request looks at 2,000 jobs of the account at most, so that with filters, or with a key for few projects, a page may hold few jobs or none and not be the last. After a repository was transferred to another account, its earlier jobs appear here once they get new work; the list of the project has them all.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: z.object({}), query: Query },
    responses: {
      200: describeResponse({
        description: 'A page of jobs.',
        schema: JobList,
        headers: ['Link?'],
        example: { jobs: [EXAMPLE_LISTED], nextCursor: null },
      }),
      ...describeRefusals([400, 401, 403, 503]),
    },
  }),

  async handle(c) {
    const key = await access.authenticate(c.env.incoming)
    const { cursor, ...query } = readQuery(c, Query)
    const { bodies, next } = await jobs.listOfAccount(key.accountId, coveredProjects(projects, key), {
      filter: {
        status: query.status ?? null,
        origin: query.origin ?? null,
        person: query.person ?? null,
        model: query.model ?? null,
        text: query.text ?? null,
        batch: query.batch,
        metadata: query.metadata,
      },
      since: epochOrNull(query.since),
      until: epochOrNull(query.until),
      limit: query.limit,
      after: readCursor(cursor, JOB_PLACE),
    })
    const nextCursor = next === null ? null : writeCursor(next)
    return jsonResponse(c, 200, jobListBody(bodies, nextCursor), linkHeader(query, nextCursor))
  },
})

const epochOrNull = (time: string | undefined): number | null =>
  time === undefined ? null : Date.parse(time)

/** Whether the key covers a project, as the project is now; each is loaded once for a request. */
function coveredProjects(
  projects: Pick<Projects, 'load'>,
  key: KeyRecord,
): (project: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const load = async (id: string): Promise<boolean> => {
    const project = await projects.load(id)
    return project !== null && covers(key, project)
  }
  return (id) => {
    const found = known.get(id) ?? load(id)
    known.set(id, found)
    return found
  }
}
