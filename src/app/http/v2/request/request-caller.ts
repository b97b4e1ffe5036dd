import { z } from 'zod'
import type { Origin } from '../../../domain/origin.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { loopIteration } from '../../../store/loop-iteration.ts'
import { type ReadAhead, readAhead } from '../../../store/read-ahead.ts'
import { type CallerAccess, isJobId } from '../../auth/caller-access.ts'
import type { Call } from '../../shared/call.ts'
import { jsonBody } from '../../shared/json-body.ts'
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
  /** What the operation needs of the store, as far as it was known before. */
  readonly ahead: ReadAhead
}

/** What an operation will read, if the project belongs to this account. */
export type KeysAhead = (projectId: string, accountId: number) => readonly string[]

/** Who asks, and for which project. */
export async function authorize(access: CallerAccess, c: Call, keysAhead?: KeysAhead): Promise<Caller> {
  const { incoming } = c.env
  const projectId = c.req.param('projectId') ?? ''
  const accountId = access.lastAccount(incoming)
  const keys = keysAhead === undefined || accountId === null ? [] : keysAhead(projectId, accountId)
  const { key, project, values } = await access.authorize(incoming, projectId, keys)
  const { id, name } = key
  const origin: Origin = { kind: 'key', id, name, address: access.address(incoming) }
  return { key, project, origin, ahead: readAhead(keys, values) }
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
  keysAhead?: KeysAhead,
): Promise<Caller & { readonly value: T; readonly text: string }> {
  const first = await authorize(access, c, keysAhead)
  const hadArrived = c.env.incoming.complete
  const iteration = loopIteration()
  const body = await jsonBody(c, schema)
  const isFirstValid = hadArrived || iteration === loopIteration()
  return { ...(isFirstValid ? first : await authorize(access, c, keysAhead)), ...body }
}

/** An id of the wrong form is one that does not exist. */
export function jobKeyOf(c: Call, project: Project): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}
