import { z } from 'zod'
import type { Requester } from '../../contract/list-responses.ts'
import { serverBecauseOf } from '../audit/actor.ts'
import { AuditEntry, auditKeys, categoryOf } from '../audit/audit-entry.ts'
import { jobListKeys } from '../job-store/job-commit.ts'
import { jobKeys } from '../job-store/job-record.ts'
import { type ListPrefix, listPlaceAfter } from '../store/keys.ts'
import type { Store } from '../store/store.ts'

export interface AuditFilter {
  /** `null`: anything. */
  readonly category: string | null
  /** Name of the person, key or operator; `null`: anybody. */
  readonly by: string | null
}

export interface AuditQuery {
  readonly filter: AuditFilter
  /** From the first to before the second, epoch milliseconds. */
  readonly since: number | null
  readonly until: number | null
  readonly limit: number
  readonly after: string | null
}

/** What the reader may see. */
export interface AuditAccess {
  readonly accountId: number
  /** Whether the reader sees what concerns the whole account (keys, sessions, holds), and from which addresses people act. */
  readonly isOwner: boolean
  readonly covers: (project: string) => boolean
}

export interface ListedEntry extends AuditEntry {
  /** Its place in the list, opaque. */
  readonly place: string
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[]
  /** Where the next page starts; `null` on the last page. A page may hold few entries or none and not be the last. */
  readonly next: string | null
}

/** Entries looked at in one request, however few of them are wanted. */
const MAX_SEEN = 2_000
const STEP = 200

/**
 * The actions in an account, newest first: the entries of the audit, and the jobs of the account as the entries of
 * their creation. Both families have the same order, so that one place stands for both.
 */
export async function listAudit(store: Store, access: AuditAccess, query: AuditQuery): Promise<AuditPage> {
  const { entries, next } = await readPage(store, access, query)
  return { entries: access.isOwner ? entries : entries.map(withoutAddress), next }
}

/** An address tells where a person is: nothing for everybody who may read one repository. */
const withoutAddress = (entry: ListedEntry): ListedEntry => ({ ...entry, by: { ...entry.by, address: null } })

async function readPage(
  store: Store,
  { accountId, isOwner, covers }: AuditAccess,
  { filter, since, until, limit, after }: AuditQuery,
): Promise<AuditPage> {
  const start = later(until === null ? null : listPlaceAfter(until), after)
  const end = since === null ? null : listPlaceAfter(since)
  const sources = [
    readPlaces(store, { prefix: auditKeys.of(accountId), start, toEntry: parseEntry }),
    readPlaces(store, { prefix: jobListKeys.allOf(accountId), start, toEntry: createdJob }),
  ]
  const isSeen = ({ project }: AuditEntry): boolean => (project === null ? isOwner : covers(project))
  const found: ListedEntry[] = []
  let place = start
  let seen = 0
  for await (const entry of inOrder(sources)) {
    if (end !== null && entry.place >= end) return complete(store, found, null)
    if (++seen > MAX_SEEN) return complete(store, found, place)
    if (isSeen(entry) && matches(entry, filter)) {
      // One more than a page holds, to know whether there is another page.
      if (found.length === limit) return complete(store, found, place)
      found.push(entry)
    }
    place = entry.place
  }
  return complete(store, found, null)
}

/** The later start, in a list that is newest first. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one

const matches = (entry: AuditEntry, { category, by }: AuditFilter): boolean =>
  (category === null || categoryOf(entry) === category) &&
  (by === null || entry.by.name.toLowerCase() === by.toLowerCase())

interface Source {
  readonly prefix: ListPrefix
  readonly start: string | null
  readonly toEntry: (place: string, value: string) => ListedEntry
}

async function* readPlaces(store: Store, { prefix, start, toEntry }: Source): AsyncGenerator<ListedEntry> {
  for (let after = start; ; ) {
    const entries = await store.list({
      prefix,
      limit: STEP,
      ...(after !== null && { after: prefix + after }),
    })
    for (const { key, value } of entries) {
      after = key.slice(prefix.length)
      yield toEntry(after, value)
    }
    if (entries.length < STEP) return
  }
}

/** Merges two ordered lists. */
async function* inOrder(sources: readonly AsyncGenerator<ListedEntry>[]): AsyncGenerator<ListedEntry> {
  const heads = await Promise.all(sources.map((source) => source.next()))
  for (;;) {
    let first = -1
    for (const [at, head] of heads.entries()) {
      const best = heads[first]
      if (!head.done && (best === undefined || head.value.place < best.value.place)) first = at
    }
    const [source, head] = [sources[first], heads[first]]
    if (source === undefined || head === undefined) return
    yield head.value
    heads[first] = await source.next()
  }
}

const parseEntry = (place: string, value: string): ListedEntry => ({
  ...AuditEntry.parse(JSON.parse(value)),
  place,
})

const IndexedJob = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string().nullable(),
  createdAt: z.iso.datetime(),
  // A newer server may have more kinds.
  createdBy: z.object({
    kind: z.custom<Requester['kind']>((kind) => typeof kind === 'string'),
    id: z.string(),
    name: z.string(),
  }),
})

function createdJob(place: string, value: string): ListedEntry {
  const { id, projectId, title, createdAt, createdBy } = IndexedJob.parse(JSON.parse(value))
  return {
    at: Date.parse(createdAt),
    action: 'job.created',
    // Corrected from the record of the job, which says more, once the entry is on a page.
    by:
      createdBy.kind === 'watch' || createdBy.kind === 'settings'
        ? { ...serverBecauseOf(`a merge in ${createdBy.name}`) }
        : {
            ...createdBy,
            kind: createdBy.kind,
            via: createdBy.kind === 'key' ? 'api' : 'github',
            address: null,
          },
    project: projectId,
    subject: { id, name: title },
    detail: null,
    place,
  }
}

const StoredOrigin = z.object({
  origin: z.looseObject({ via: z.string().optional(), address: z.string().optional() }),
})

/** Only the record of a job says from where it was created. */
async function complete(
  store: Store,
  entries: readonly ListedEntry[],
  next: string | null,
): Promise<AuditPage> {
  const created = entries.filter(({ action }) => action === 'job.created')
  const keys = created.map(({ project, subject }) =>
    jobKeys.record({ project: project ?? '', job: subject.id }),
  )
  const records = await store.getMany(keys)
  const origins = new Map(
    created.map(({ place }, at) => {
      const raw = records[at]
      return [place, raw === undefined ? null : StoredOrigin.parse(JSON.parse(raw)).origin]
    }),
  )
  const completed = entries.map((entry): ListedEntry => {
    const origin = origins.get(entry.place)
    if (origin === undefined || origin === null) return entry
    const via = origin.via === 'dashboard' ? 'dashboard' : entry.by.via
    return { ...entry, by: { ...entry.by, via, address: origin.address ?? null } }
  })
  return { entries: completed, next }
}
