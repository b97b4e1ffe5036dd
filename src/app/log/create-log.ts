import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'

/** The known ids of what a line is about. `run` counts the turns of the job, `delivery` is GitHub's GUID of a webhook. */
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

/** Length in characters up to which a line is written unchanged. */
const LINE_LENGTH = 32 * 1024
/** Of a longer line: characters of a text, and entries of a list or an object. */
const TEXT_LENGTH = 4_000
const MOST_ENTRIES = 20
const MOST_DEPTH = 6

/**
 * A line of the log, shortened if it is very long: errors contain what others sent, such as the thousands of issues of a
 * response in an unexpected form, or the page of a proxy. All fields of usual length stay.
 */
function boundLine(line: string): string {
  if (line.length <= LINE_LENGTH) return line
  const budget = { left: LINE_LENGTH }
  const fields = Object.entries(JSON.parse(line))
  // Short ones first, so that a long one does not displace them.
  const kept = new Map(
    fields
      .map(([name, value]) => ({ name, value, length: JSON.stringify(value).length }))
      .toSorted((one, other) => one.length - other.length)
      .map(({ name, value }) => [name, shorten(value, budget, 0)] as const),
  )
  return `${JSON.stringify(Object.fromEntries(fields.map(([name]) => [name, kept.get(name)])))}\n`
}

function shorten(value: unknown, budget: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const length = Math.min(TEXT_LENGTH, budget.left)
    budget.left -= Math.min(value.length, length)
    return value.length <= length
      ? value
      : `${value.slice(0, length).toWellFormed()}… (${value.length} characters)`
  }
  budget.left = Math.max(0, budget.left - 10)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MOST_DEPTH || budget.left === 0) return '…'
  if (Array.isArray(value)) {
    const first = value.slice(0, MOST_ENTRIES).map((one) => shorten(one, budget, depth + 1))
    return value.length <= MOST_ENTRIES ? first : [...first, `… (${value.length} entries)`]
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ENTRIES)
      .map(([name, one]) => [name.slice(0, 100), shorten(one, budget, depth + 1)]),
  )
}
