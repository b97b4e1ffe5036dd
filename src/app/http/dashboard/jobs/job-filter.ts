import { JobStatus, type Metadata, NewMetadata } from '../../../../contract/job.ts'
import { Requester } from '../../../../contract/list-responses.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isBatchId } from '../../../batches/list-batches.ts'
import type { AccountJobQuery } from '../../../jobs/list-jobs.ts'
import type { Access } from '../../../sessions/access.ts'
import { JOB_PLACE } from '../../v2/list-jobs.ts'
import { projectNamed } from '../frame/find-projects.ts'
import type { FormLimits } from '../frame/form.ts'

/** What the list shows, as its address says it. An empty text is no filter. */
export interface JobFilterChoice {
  readonly status: JobStatus | null
  readonly project: string
  readonly text: string
  readonly person: string
  readonly model: string
  readonly origin: Requester['kind'] | ''
  /** Days, `2026-11-23`, in UTC. */
  readonly since: string
  readonly until: string
  /** Pairs, as `name=value`. */
  readonly metadata: string
  /** The batch that created the jobs. */
  readonly batch: string
  /** Code of the reason with which their last runs ended. */
  readonly reason: string
}

const FIELDS = [
  'project',
  'text',
  'person',
  'model',
  'origin',
  'since',
  'until',
  'metadata',
  'batch',
  'reason',
] as const
const MAX_LENGTH = 200

/** The fields of a form that acts on a filter. */
export const FILTER_FORM: FormLimits = Object.fromEntries(
  ['status', ...FIELDS].map((name) => [name, { length: MAX_LENGTH }]),
)
const DAY_MS = 24 * 3600 * 1000

/** What the field of the project means: an id, or the name of a project that the person sees. */
export const projectOf =
  (access: Access, accountId: number) =>
  (typed: string): string =>
    /^(prj_[0-9a-z]{1,20})?$/.test(typed) ? typed : (projectNamed(access, accountId, typed) ?? NO_PROJECT)

/** The id of no project, so that a wrong name shows no job. */
const NO_PROJECT = 'prj_0'

/** Reads the address of the list, or the fields of its form. An invalid value is no filter. Pure. */
export function readFilter(
  get: (name: string) => string | null | undefined,
  projectIn: (typed: string) => string,
): JobFilterChoice {
  const text = (name: string): string =>
    withoutHiddenCharacters(get(name) ?? '')
      .trim()
      .slice(0, MAX_LENGTH)
  const day = (name: string): string => (dayOf(text(name)) === null ? '' : text(name))
  const origin = text('origin')
  return {
    status: JobStatus.options.find((known) => known === text('status')) ?? null,
    project: projectIn(text('project')),
    text: text('text'),
    person: text('person').replace(/^@/, ''),
    model: text('model'),
    origin: Requester.shape.kind.options.find((known) => known === origin) ?? '',
    since: day('since'),
    until: day('until'),
    metadata: readPairs(text('metadata')) === null ? '' : text('metadata'),
    batch: isBatchId(text('batch')) ? text('batch') : '',
    reason: text('reason'),
  }
}

/** Midnight of a day, epoch milliseconds. */
function dayOf(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** The place after which a page starts, as the address names it. `null`: the newest job. Pure. */
export function readPlace(cursor: string | null | undefined): string | null {
  const place = Buffer.from(cursor ?? '', 'base64url').toString('utf8')
  return JOB_PLACE.test(place) ? place : null
}

/** The query of the address that shows this. Pure. */
export function filterQuery(choice: JobFilterChoice, cursor: string | null = null): string {
  const query = new URLSearchParams()
  if (choice.status !== null) query.set('status', choice.status)
  for (const name of FIELDS) if (choice[name] !== '') query.set(name, choice[name])
  if (cursor !== null) query.set('cursor', cursor)
  return query.size === 0 ? '' : `?${query}`
}

/** Whether anything but the status is filtered. */
export const isFiltered = (choice: JobFilterChoice): boolean => FIELDS.some((name) => choice[name] !== '')

/** Whether the index of a project is enough for the filter. */
export const isOfProjectOnly = (choice: JobFilterChoice): boolean =>
  choice.project !== '' && FIELDS.every((name) => name === 'project' || choice[name] === '')

/** The question to the index of the account. Pure. */
export function accountQuery(
  { status, text, person, model, origin, since, until, metadata, batch, reason }: JobFilterChoice,
  page: Pick<AccountJobQuery, 'limit' | 'after'>,
): AccountJobQuery {
  const last = dayOf(until)
  return {
    filter: {
      status,
      origin: origin === '' ? null : origin,
      person: person === '' ? null : person,
      model: model === '' ? null : model,
      text: text === '' ? null : text,
      metadata: metadata === '' ? undefined : (readPairs(metadata) ?? undefined),
      batch: batch === '' ? undefined : batch,
      reason: reason === '' ? undefined : reason,
    },
    since: dayOf(since),
    // The last day is part of it.
    until: last === null ? null : last + DAY_MS,
    ...page,
  }
}

/**
 * Pairs as people type them: `name=value`, one in a line. In one line of text a comma separates them, if a name follows.
 * `null`: the text is something else. Pure.
 */
export function readPairs(text: string): Metadata | null {
  const parts = text
    .split(/\r?\n|,\s*(?=[\w.:/-]+\s*=)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const pairs: [string, string][] = []
  for (const part of parts) {
    const at = part.indexOf('=')
    if (at < 1) return null
    pairs.push([part.slice(0, at).trim(), part.slice(at + 1).trim()])
  }
  // Two values of one name are ambiguous.
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  const read = NewMetadata.safeParse(Object.fromEntries(pairs))
  return read.success ? read.data : null
}
