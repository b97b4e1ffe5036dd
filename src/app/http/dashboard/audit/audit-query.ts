import type { AuditFilter } from '../../../audit/list-audit.ts'
import { PageError } from '../frame/page-error.ts'
import type { View } from '../frame/view.ts'
import { AUDIT_WORDS } from './audit-words.ts'

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
export function readAuditQuery(
  view: Pick<View, 'say'>,
  query: (name: string) => string | undefined,
): ReadAuditQuery {
  const words = view.say(AUDIT_WORDS)
  const read = (name: string): string => query(name)?.trim() ?? ''
  const choice = { category: read('category'), by: read('by'), since: read('since'), until: read('until') }
  if (choice.category !== '' && !CATEGORIES.some((known) => known === choice.category))
    throw new PageError(400, words.wrongCategory(CATEGORIES.join(', ')))
  const until = dayIn(view, 'until', choice.until)
  const cursor = read('cursor')
  if (cursor !== '' && !/^[\w/.-]{1,200}$/.test(cursor)) throw new PageError(400, words.wrongCursor)
  return {
    choice,
    filter: { category: choice.category || null, by: choice.by.replace(/^@/, '') || null },
    since: dayIn(view, 'since', choice.since),
    // The last day is part of the range.
    until: until === null ? null : until + DAY_MS,
    after: cursor || null,
  }
}

function dayIn(view: Pick<View, 'say'>, name: string, text: string): number | null {
  if (text === '') return null
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at)) throw new PageError(400, view.say(AUDIT_WORDS).wrongDay(name))
  return at
}

export const isFiltered = (choice: AuditChoice): boolean =>
  Object.values(choice).some((value) => value !== '')

/** The query of a link that keeps the filters. */
export const queryOf = (choice: AuditChoice, cursor: string | null = null): string => {
  const given = Object.entries({ ...choice, cursor: cursor ?? '' }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
