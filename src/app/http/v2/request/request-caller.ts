import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Origin } from '../../../domain/origin.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { type CallerAccess, isJobId } from '../../auth/caller-access.ts'
import { type Env, jsonBody } from '../../shared/json-body.ts'
import { noSuchJob } from './job-response.ts'

export const ProjectParameters = z.object({
  projectId: z.string().describe('Id of the project, from `GET /v2/projects`.'),
})
export const JobParameters = ProjectParameters.extend({
  id: z.string().describe('Id of the job, from the create operation.'),
})

export interface Caller {
  readonly key: KeyRecord
  readonly project: Project
  /** The origin of what the request asks for. */
  readonly origin: Origin
}

/** Who asks, and for which project. */
export async function authorize(access: CallerAccess, c: Context<Env>): Promise<Caller> {
  const { incoming } = c.env
  const { key, project } = await access.authorize(incoming, c.req.param('projectId') ?? '')
  const { id, name } = key
  const origin: Origin = { kind: 'key', id, name, address: access.address(incoming) }
  return { key, project, origin }
}

/**
 * Who asks, for which project, and with what body. A body may take minutes to arrive, and a key may end meanwhile, so
 * the key is checked again after a body that had not arrived with the request.
 */
export async function authorizeWithBody<T>(
  access: CallerAccess,
  c: Context<Env>,
  schema: z.ZodType<T>,
): Promise<Caller & { readonly value: T; readonly text: string }> {
  const { incoming } = c.env
  const caller = await authorize(access, c)
  // A body that came in one packet with the headers is complete only then.
  await nextTurn()
  const hadArrived = incoming.complete
  const body = await jsonBody(incoming, schema)
  return { ...(hadArrived ? caller : await authorize(access, c)), ...body }
}

/** An id of the wrong form is one that does not exist. */
export function jobKeyOf(c: Context<Env>, project: Project): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}
