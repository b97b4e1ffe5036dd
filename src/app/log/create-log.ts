import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'
import { boundLine } from './bound-line.ts'

/** What a line is about, as far as it is known. `run` counts the turns of the job, `delivery` is GitHub's GUID of a webhook. */
export interface LogIds {
  requestId?: string
  delivery?: string
  event?: string
  project?: string
  job?: string
  run?: number
}

export interface LogContext {
  /** Every line that `work` logs, however deep in it, carries these ids, and those noted on the way. */
  within<T>(ids: LogIds, work: () => T): T
  /** From now on, until the end of the work, lines carry these too. */
  note(ids: LogIds): void
}

/** Probot puts the whole payload into the errors of handlers. */
const WEBHOOK_OF_ERROR = ['err.event', 'err.aggregateErrors[*].event']

/** The log, one JSON object a line, on stdout if no other destination is given. */
export function createLog(
  level: string,
  destination?: DestinationStream,
): { readonly log: Logger; readonly logContext: LogContext } {
  const current = new AsyncLocalStorage<LogIds>()
  const options = {
    level,
    redact: ['req.headers.authorization', 'headers.authorization', ...WEBHOOK_OF_ERROR],
    hooks: { streamWrite: boundLine },
    // A copy: pino lays the line over what it gets.
    mixin: () => ({ ...current.getStore() }),
  }
  return {
    log: destination === undefined ? pino(options) : pino(options, destination),
    logContext: {
      within: (ids, work) => current.run(ids, work),
      note(ids) {
        const store = current.getStore()
        if (store !== undefined) Object.assign(store, ids)
      },
    },
  }
}
