import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { JobStatus, Metadata } from '../../../contract/job.ts'
import { JobList, Requester } from '../../../contract/list-responses.ts'
import { type JobPage, listAccountJobs, listJobs } from '../../jobs/list-jobs.ts'
import { covers, type KeyRecord } from '../../keys/key-record.ts'
import { loadProject } from '../../projects/project.ts'
import type { Store } from '../../store/store.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import type { Env } from '../shared/json-body.ts'
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
  store,
}: {
  readonly access: CallerAccess
  readonly store: Store
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
      200: jobPage(),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project } = await authorize(access, c)
    const { status, metadata, limit, cursor } = readQuery(c, JobListQuery)
    const after = readCursor(cursor, JOB_PLACE)
    const page = await listJobs(store, project, { status: status ?? null, metadata, limit, after })
    return respond(c, page, { status, metadata, limit })
  },
})

/** What both lists of jobs take. */
export const JobListQuery = CursorQuery.extend({
  status: oneOf(JobStatus.options).optional().describe('Return only jobs with this status.'),
  metadata: Metadata.optional()
    .describe('Return only jobs with these pairs, as `metadata[team]=docs`.')
    .meta({ param: { style: 'deepObject', explode: true } }),
  limit: pageLimit('jobs'),
})

/** Places of the lists of jobs, see `listPlace`. */
export const JOB_PLACE = /^\d{13}\/job_[0-9a-z]{26}$/

const jobPage = () =>
  describeResponse({
    description: 'A page of jobs.',
    schema: JobList,
    headers: ['Link?'],
    example: { jobs: [EXAMPLE_LISTED], nextCursor: null },
  })

/** `query`: for the link to the next page. */
function respond(c: Context<Env>, page: JobPage, query: Parameters<typeof linkHeader>[0]): Response {
  const { body, nextCursor } = jobListOf(page)
  return jsonResponse(c, 200, body, linkHeader(query, nextCursor))
}

/** A page as JSON. The entries are JSON already. */
export function jobListOf({ bodies, next }: JobPage): {
  readonly body: string
  readonly nextCursor: string | null
} {
  const nextCursor = next === null ? null : writeCursor(next)
  return { body: `{"jobs":[${bodies.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`, nextCursor }
}

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
  store,
}: {
  readonly access: CallerAccess
  readonly store: Store
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
      200: jobPage(),
      ...describeRefusals([400, 401, 403, 503]),
    },
  }),

  async handle(c) {
    const key = await access.authenticate(c.env.incoming)
    const { cursor, ...query } = readQuery(c, Query)
    const page = await listAccountJobs(store, key.accountId, coveredProjects(store, key), {
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
    return respond(c, page, query)
  },
})

const epochOrNull = (time: string | undefined): number | null =>
  time === undefined ? null : Date.parse(time)

/** Whether the key covers a project, as the project is now; each is loaded once for a request. */
export function coveredProjects(store: Store, key: KeyRecord): (project: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const load = async (id: string): Promise<boolean> => {
    const project = await loadProject(store, id)
    return project !== null && covers(key, project)
  }
  return (id) => {
    const found = known.get(id) ?? load(id)
    known.set(id, found)
    return found
  }
}
