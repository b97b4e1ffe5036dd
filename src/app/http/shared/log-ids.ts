import type { MiddlewareHandler } from 'hono'
import { parseRunId } from '../../domain/run-id.ts'
import type { LogContext, LogIds } from '../../log/create-log.ts'
import type { Env } from './json-body.ts'

/** The job and the run that a path names, matched by format: anything else in the path comes from the caller and is not logged. */
function idsIn(path: string): LogIds {
  const job = /\/job\/(job_[0-9a-z]{26})(?:\/|$)/.exec(path)?.[1]
  const run = /\/runner\/v1\/runs\/(\w+)(?:\/|$)/.exec(path)?.[1]
  return { ...(job !== undefined && { job }), ...(run !== undefined && idsOfRun(run)) }
}

export function idsOfRun(run: string): LogIds {
  const key = parseRunId(run)
  return key === null ? {} : { job: key.job, run: key.run }
}

/** What the log says of a request that names a job or makes one. */
export const logIds =
  (context: LogContext): MiddlewareHandler<Env> =>
  async (c, next) => {
    context.note(idsIn(c.req.path))
    await next()
    const { outgoing } = c.env
    // Some operations write the response directly.
    const sent = 'getHeader' in outgoing ? outgoing.getHeader('location') : undefined
    context.note(idsIn(String(sent ?? c.res.headers.get('location') ?? '')))
  }
