import type { Context } from 'hono'
import { z } from 'zod'
import type { Origin } from '../../../domain/job.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import {
  authenticateCaller,
  type CallerDeps,
  coveredProject,
  isJobId,
} from '../../auth/authenticate-caller.ts'
import { type Env, jsonBody } from '../../shared/json-body.ts'
import { noSuchJob } from './job-response.ts'

export const ProjectParameters = z.object({
  projectId: z.string().describe('Id of the project, from `GET /v2/projects`.'),
})
export const JobParameters = ProjectParameters.extend({
  id: z.string().describe('Id of the job, from the create operation.'),
})

export const callerKey = (deps: CallerDeps, c: Context<Env>): Promise<KeyRecord> =>
  authenticateCaller(deps, c.env.incoming)

export interface Caller {
  readonly key: KeyRecord
  readonly project: Project
}

/** Who an API key's request is recorded for. */
export const originOf = (key: KeyRecord): Origin => ({ kind: 'key', id: key.id, name: key.name })

/** Who asks, and for which project. */
export async function caller(deps: CallerDeps, c: Context<Env>): Promise<Caller> {
  const key = await callerKey(deps, c)
  return { key, project: await coveredProject(deps, key, c.req.param('projectId') ?? '') }
}

/**
 * Who asks, for which project, and with what body. A body may take minutes to arrive, and a key ends at once: after one
 * that was not there yet, it is looked at again.
 */
export async function callerWithBody<T>(
  deps: CallerDeps,
  c: Context<Env>,
  schema: z.ZodType<T>,
): Promise<Caller & { readonly value: T; readonly text: string }> {
  const first = await caller(deps, c)
  const isThere = c.env.incoming.complete
  const body = await jsonBody(c, schema)
  return { ...(isThere ? first : await caller(deps, c)), ...body }
}

/** An id of the wrong form is one that does not exist. */
export function jobKeyOf(c: Context<Env>, project: Project): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}
