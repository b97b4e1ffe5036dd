import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../audit/actor.ts'
import { type Action, type AuditedStore, auditEntry } from '../audit/audit-entry.ts'
import type { Person, PersonTokens as Tokens } from '../github/people.ts'
import type { KnownFields } from '../store/parse-records.ts'
import { type Commit, commitWithRetry, mergeCommits, type Store, type TimedStore } from '../store/store.ts'

export const sessionKeys = {
  /** A signed-in browser, by the hash of its cookie. */
  record: (hash: string) => `session/${hash}`,
  /** The sessions of a person, by GitHub's numeric id. */
  ofPerson: (personId: number) => `person-sessions/${personId}`,
}

/** A signed-in browser, stored under the hash of the value of its cookie. */
export const SessionRecord = z.looseObject({
  v: z.literal(1),
  person: z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullable() }),
  /** The accounts that the person saw at the sign-in: its audit entries are there. */
  accountIds: z.array(z.int()).default([]),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  /** Unless it is used before. */
  expiresAt: z.int(),
  /** The person's tokens, encrypted. */
  tokens: z.string(),
  /** Until then one server exchanges the refresh token, which GitHub accepts once. */
  refreshingUntil: z.int().default(0),
})
export type SessionRecord = KnownFields<z.infer<typeof SessionRecord>>

/** The sessions of one person, oldest first, so that all of them can be ended. */
export const PersonSessions = z.array(z.object({ hash: z.string(), createdAt: z.int() }))

export const PersonTokens: z.ZodType<Tokens> = z.object({
  access: z.string(),
  accessExpiresAt: z.int().nullable(),
  refresh: z.string().nullable(),
  refreshExpiresAt: z.int().nullable(),
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A session ends after this time without a request. */
const IDLE_MS = 8 * HOUR
/** Maximum age of a session. */
export const LIFETIME_MS = 7 * 24 * HOUR
/** Minimum time between two writes of a session that is used. */
const SLIDE_MS = 10 * MINUTE
/** Maximum number of accounts in which a sign-in is audited, so that its commit stays small. */
const MOST_AUDITED = 100
/** A further sign-in ends the oldest session of the person. */
const SESSIONS_PER_PERSON = 20

/** A session as it was read: `stored` is the precondition of the next write. */
export interface Session {
  readonly hash: string
  readonly record: SessionRecord
  readonly stored: string
}

/** 256 random bits, so that nobody guesses the value of a cookie. */
const newId = (): string => randomBytes(32).toString('base64url')

/** The database holds only the hash, so that nobody who reads it can use a session. */
const hashSession = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** Starts a session under a new id, and returns the id: the value of the cookie. */
export async function startSession(
  { store, now, auditMs }: AuditedStore,
  person: Person,
  tokens: string,
  { accountIds, by }: { readonly accountIds: readonly number[]; readonly by: Actor },
): Promise<{ readonly id: string; readonly session: Session }> {
  const id = newId()
  const hash = hashSession(id)
  return commitWithRetry(store, `sessions of ${person.login}`, async () => {
    const at = now()
    const record = SessionRecord.parse({
      v: 1,
      person,
      accountIds: accountIds.slice(0, MOST_AUDITED),
      createdAt: at,
      expiresAt: at + IDLE_MS,
      tokens,
    })
    const stored = JSON.stringify(record)
    const listKey = sessionKeys.ofPerson(person.id)
    const listed = await store.get(listKey)
    const live = parseList(listed).filter(({ createdAt }) => createdAt > at - LIFETIME_MS)
    const kept = live.slice(Math.max(0, live.length - SESSIONS_PER_PERSON + 1))
    const dropped = live.filter((one) => !kept.includes(one))
    const list = [...kept, { hash, createdAt: at }]
    const commit = {
      checks: [{ key: listKey, value: listed ?? null }],
      set: [
        { key: sessionKeys.record(hash), value: stored, expiresAt: record.expiresAt },
        { key: listKey, value: JSON.stringify(list), expiresAt: at + LIFETIME_MS },
      ],
      del: dropped.map((one) => sessionKeys.record(one.hash)),
    }
    const audit = auditSession('session.started', hash, record, by, { at, keptMs: auditMs })
    return {
      commit: mergeCommits(commit, audit),
      result: { id, session: { hash, record, stored } },
    }
  })
}

/** The session of a cookie; `null`: unknown, ended or expired. Its use postpones its end. */
export async function findSession({ store, now }: TimedStore, id: string): Promise<Session | null> {
  const hash = hashSession(id)
  const session = await readSession(store, hash)
  const at = now()
  if (session === null || at >= Math.min(session.record.expiresAt, session.record.createdAt + LIFETIME_MS))
    return null
  const { record } = session
  const expiresAt = Math.min(at + IDLE_MS, record.createdAt + LIFETIME_MS)
  if (expiresAt - record.expiresAt < SLIDE_MS) return session
  return (await changeSession(store, session, { ...record, expiresAt })) ?? readSession(store, hash)
}

export async function readSession(store: Store, hash: string): Promise<Session | null> {
  const stored = await store.get(sessionKeys.record(hash))
  return stored === undefined ? null : { hash, stored, record: SessionRecord.parse(JSON.parse(stored)) }
}

/** `null`: the session has ended, or was changed meanwhile. An ended session never comes back. */
export async function changeSession(
  store: Store,
  { hash, stored }: Session,
  record: SessionRecord,
): Promise<Session | null> {
  const key = sessionKeys.record(hash)
  const value = JSON.stringify(record)
  const done = await store.commit({
    checks: [{ key, value: stored }],
    set: [{ key, value, expiresAt: record.expiresAt }],
  })
  return done ? { hash, stored: value, record } : null
}

export async function endSession(
  { store, now, auditMs }: AuditedStore,
  { hash, record }: Session,
  by: Actor,
): Promise<void> {
  const listKey = sessionKeys.ofPerson(record.person.id)
  await commitWithRetry(store, `sessions of ${record.person.login}`, async () => {
    const [listed, current] = await store.getMany([listKey, sessionKeys.record(hash)])
    if (current === undefined) return { result: undefined }
    const rest = parseList(listed).filter((one) => one.hash !== hash)
    const list = { key: listKey, value: JSON.stringify(rest), expiresAt: lastEnd(rest) }
    const commit = {
      checks: [
        { key: listKey, value: listed ?? null },
        { key: sessionKeys.record(hash), value: current },
      ],
      ...(rest.length > 0 && { set: [list] }),
      del: [sessionKeys.record(hash), ...(rest.length === 0 ? [listKey] : [])],
      isOnDisk: true,
    }
    const audit = auditSession('session.ended', hash, record, by, { at: now(), keptMs: auditMs })
    return { commit: mergeCommits(commit, audit), result: undefined }
  })
}

const lastEnd = (list: readonly { createdAt: number }[]): number =>
  Math.max(...list.map(({ createdAt }) => createdAt)) + LIFETIME_MS

/** Ends all sessions of a person, on all servers. */
export async function endSessionsOf(
  { store, now, auditMs }: AuditedStore,
  personId: number,
  by: Actor,
): Promise<void> {
  const listKey = sessionKeys.ofPerson(personId)
  await commitWithRetry(store, `sessions of person ${personId}`, async () => {
    const listed = await store.get(listKey)
    if (listed === undefined) return { result: undefined }
    const hashes = parseList(listed).map(({ hash }) => hash)
    const keys = hashes.map(sessionKeys.record)
    const sessions = await store.getMany(keys)
    const time = { at: now(), keptMs: auditMs }
    const ended = hashes.map((hash, at) => {
      const raw = sessions[at]
      if (raw === undefined) return {}
      return auditSession('session.ended', hash, SessionRecord.parse(JSON.parse(raw)), by, time)
    })
    const commit = { checks: [{ key: listKey, value: listed }], del: [listKey, ...keys], isOnDisk: true }
    return { commit: mergeCommits(commit, ...ended), result: undefined }
  })
}

const parseList = (stored: string | undefined) =>
  stored === undefined ? [] : PersonSessions.parse(JSON.parse(stored))

/** How long entries are kept, and when this one is made. */
interface AuditTime {
  readonly at: number
  readonly keptMs: number
}

/** One entry in each account that the person saw at the sign-in. */
const auditSession = (
  action: Action & `session.${string}`,
  hash: string,
  { person, accountIds }: Pick<SessionRecord, 'person' | 'accountIds'>,
  by: Actor,
  { at, keptMs }: AuditTime,
): Commit =>
  mergeCommits(
    // The hash is not shown whole: it stands for the session in the database.
    ...accountIds.map((accountId) => {
      const subject = { id: `${person.id}-${hash.slice(0, 8)}`, name: person.login }
      return auditEntry({ accountId, at, action, by, project: null, subject, detail: null }, keptMs)
    }),
  )
