import { z } from 'zod'
import type { Origin } from '../../../domain/job.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { type CallerAccess, isJobId } from '../../auth/caller-access.ts'
import type { Call } from '../../shared/call.ts'
import { jsonBody } from '../../shared/json-body.ts'
import { loopIteration } from '../../shared/loop-iteration.ts'
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
export async function authorize(access: CallerAccess, c: Call): Promise<Caller> {
  const { key, project } = await access.authorize(c.env.incoming, c.req.param('projectId') ?? '')
  const { id, name } = key
  return { key, project, origin: { kind: 'key', id, name, address: access.address(c.env.incoming) } }
}

/**
 * Who asks, for which project, and with what body. A body may take minutes to arrive, and a key may end meanwhile, so
 * the key is checked again after it. That is not needed if the body had arrived already, or in the same iteration of
 * the event loop, since nothing can change meanwhile.
 */
export async function authorizeWithBody<T>(
  access: CallerAccess,
  c: Call,
  schema: z.ZodType<T>,
): Promise<Caller & { readonly value: T; readonly text: string }> {
  const first = await authorize(access, c)
  const hadArrived = c.env.incoming.complete
  const iteration = loopIteration()
  const body = await jsonBody(c, schema)
  const isFirstValid = hadArrived || iteration === loopIteration()
  return { ...(isFirstValid ? first : await authorize(access, c)), ...body }
}

/** An id of the wrong form is one that does not exist. */
export function jobKeyOf(c: Call, project: Project): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}
