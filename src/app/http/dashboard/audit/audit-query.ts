import type { AuditFilter } from '../../../audit/list-audit.ts'
import { PageError } from '../frame/page-error.ts'

export const CATEGORIES = ['job', 'batch', 'key', 'session', 'operator', 'settings', 'webhook'] as const

const DAY_MS = 86_400_000

/** The filters as the form has them: `''` stands for none. */
export interface AuditChoice {
  readonly category: string
  readonly by: string
  /** `YYYY-MM-DD`. */
  readonly since: string
  readonly until: string
}

export interface ReadAuditQuery {
  readonly choice: AuditChoice
  readonly filter: AuditFilter
  readonly since: number | null
  readonly until: number | null
  readonly after: string | null
}

/** Throws a 400 that names the parameter. Pure. */
export function readAuditQuery(query: (name: string) => string | undefined): ReadAuditQuery {
  const read = (name: string): string => query(name)?.trim() ?? ''
  const choice = { category: read('category'), by: read('by'), since: read('since'), until: read('until') }
  if (choice.category !== '' && !CATEGORIES.some((known) => known === choice.category))
    throw new PageError(400, `The category must be one of ${CATEGORIES.join(', ')}.`)
  const until = dayIn('until', choice.until)
  const cursor = read('cursor')
  if (cursor !== '' && !/^[\w/.-]{1,200}$/.test(cursor))
    throw new PageError(400, 'The parameter cursor does not belong to this list. Start at the first page.')
  return {
    choice,
    filter: { category: choice.category || null, by: choice.by.replace(/^@/, '') || null },
    since: dayIn('since', choice.since),
    // The last day is part of the range.
    until: until === null ? null : until + DAY_MS,
    after: cursor || null,
  }
}

function dayIn(name: string, text: string): number | null {
  if (text === '') return null
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at))
    throw new PageError(400, `The parameter ${name} must be a day in the form YYYY-MM-DD.`)
  return at
}

export const isFiltered = (choice: AuditChoice): boolean =>
  Object.values(choice).some((value) => value !== '')

/** The query of a link that keeps the filters. */
export const queryOf = (choice: AuditChoice, cursor: string | null = null): string => {
  const given = Object.entries({ ...choice, cursor: cursor ?? '' }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
