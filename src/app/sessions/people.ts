import { setTimeout } from 'node:timers/promises'
import { type Actor, personInDashboard } from '../audit/actor.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import { type GithubPeople, type Person, type PersonTokens, TokenRefused } from '../github/people.ts'
import type { Project } from '../projects/project.ts'
import type { TokenCipher } from '../store/token-cipher.ts'
import { type Access, type AccountAccess, createAccessCache, type RepositoryAccess } from './access.ts'
import {
  changeSession,
  endSession,
  endSessionsOf,
  findSession,
  readSession,
  type Session,
  PersonTokens as StoredTokens,
  startSession,
} from './sessions.ts'

/** Exchanges a refresh token. Throws TokenRefused if GitHub does not accept it. */
type RefreshTokens = (refreshToken: string) => Promise<PersonTokens>

interface PeopleDeps extends AuditedStore {
  readonly github: GithubPeople
  readonly refreshTokens: RefreshTokens
  readonly tokenCipher: TokenCipher
}

/** The persons that are signed in to the dashboard. */
export interface People {
  /** Returns the value of the cookie. GitHub is asked for the accounts in which the sign-in is audited. */
  start(person: Person, tokens: PersonTokens, address: string): Promise<string>
  /** `null`: the cookie stands for no session, or no longer. */
  find(cookie: string): Promise<Session | null>
  /** The current state of the session; `null`: it has ended. */
  again(session: Session): Promise<Session | null>
  /** What GitHub permits the person, at most five minutes old. Throws TokenRefused. */
  access(session: Session): Promise<Access>
  /** What a change depends on, asked now. Throws TokenRefused. */
  confirm(session: Session, claimed: Claimed): Promise<Confirmed>
  end(session: Session, by: Actor): Promise<void>
  endAll(personId: number, by: Actor): Promise<void>
}

/** What a change depends on. Nothing else is permitted to it. */
export interface Claimed {
  /** `all`: too many to ask for one by one. Empty: it depends on the account only. */
  readonly projects: readonly Pick<Project, 'repositoryId' | 'owner' | 'name'>[] | 'all'
  /** Whether the person owns it; `null`: the change does not depend on that. */
  readonly account: AccountAccess | null
}

interface Confirmed {
  /** What a change may rely on: GitHub has been asked for all of it now. */
  readonly access: Access
  /** The same with what GitHub said before about everything else, for lists of what a person may choose. */
  readonly listed: Access
}

/** Maximum number of repositories that are asked for one by one. */
export const MOST_CONFIRMED = 10

export function createPeople(deps: PeopleDeps): People {
  const { store, github, now, tokenCipher } = deps
  const tokens = createTokenReader(deps)
  const cache = createAccessCache({ people: github, store, now })

  async function withToken<T>(session: Session, ask: (of: Session) => Promise<T>): Promise<T> {
    try {
      return await ask(session)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      // GitHub ends a token when it is exchanged, and another request may have done that meanwhile:
      // https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
      const current = await readSession(store, session.hash)
      if (current === null || current.record.tokens === session.record.tokens) throw error
      return ask(current)
    }
  }

  const access = (session: Session, isFresh = false): Promise<Access> =>
    withToken(session, (of) => cache.of(of.record.person.id, () => tokens.of(of), isFresh))

  return {
    async start(person, given, address) {
      const { accounts } = await cache.of(person.id, async () => given.access, true)
      const { id } = await startSession(deps, person, tokenCipher.encrypt(JSON.stringify(given)), {
        accountIds: accounts.map((account) => account.id),
        by: personInDashboard(person, address),
      })
      return id
    },
    find: (cookie) => findSession(deps, cookie),
    again: (session) => readSession(store, session.hash),
    access: (session) => access(session),
    async confirm(session, claimed) {
      const { projects, account } = claimed
      // The whole list takes fewer requests.
      if (projects === 'all') {
        const all = await access(session, true)
        return { access: all, listed: all }
      }
      const known = await access(session)
      const confirmed = await withToken(session, async (of) =>
        confirmRights(github, await tokens.of(of), known, { projects, account }),
      )
      if (!isSameAccess(known, confirmed.listed)) cache.forget(session.record.person.id)
      return confirmed
    },
    async end(session, by) {
      await endSession(deps, session, by)
    },
    async endAll(personId, by) {
      await endSessionsOf(deps, personId, by)
      cache.forget(personId)
    },
  }
}

/** A token is exchanged this long before it expires, so that it does not expire during a call. */
const EARLY_MS = 10 * 60_000
/** One exchange takes a request to GitHub, which ends after 10 s. */
const EXCHANGE_MS = 20_000
const LOOK_MS = 200

/** The access token of a session, exchanged for a new one before it expires. */
const createTokenReader = (deps: PeopleDeps) => ({
  async of(session: Session): Promise<string> {
    for (let read: Session | null = session; read !== null; read = await readSession(deps.store, read.hash)) {
      const tokens = openTokens(deps.tokenCipher, read)
      const at = deps.now()
      if (tokens.accessExpiresAt === null || at < tokens.accessExpiresAt - EARLY_MS) return tokens.access
      if (tokens.refresh === null || (tokens.refreshExpiresAt ?? at + 1) <= at) break
      // GitHub accepts a refresh token once: another server, or another request, may be exchanging it.
      if (read.record.refreshingUntil > at) await setTimeout(LOOK_MS)
      else {
        const refreshed = await exchange(deps, read, tokens.refresh)
        if (refreshed !== null) return refreshed
      }
    }
    throw new TokenRefused('the session has no token that GitHub accepts: sign in again')
  },
})

/** Another private key of the App ends the session, as its tokens cannot be read anymore. */
function openTokens(cipher: TokenCipher, { record }: Session): PersonTokens {
  let text: string
  try {
    text = cipher.decrypt(record.tokens)
  } catch (cause) {
    throw new TokenRefused('the tokens of the session were encrypted with another key: sign in again', {
      cause,
    })
  }
  return StoredTokens.parse(JSON.parse(text))
}

/** `null`: another server was faster. */
async function exchange(deps: PeopleDeps, session: Session, refresh: string): Promise<string | null> {
  const refreshingUntil = deps.now() + EXCHANGE_MS
  const leased = await changeSession(deps.store, session, { ...session.record, refreshingUntil })
  if (leased === null) return null
  const tokens = await deps.refreshTokens(refresh)
  const sealed = deps.tokenCipher.encrypt(JSON.stringify(tokens))
  // If the session was extended meanwhile, the new tokens are still the only valid ones.
  for (let next: Session | null = leased; next !== null; next = await readSession(deps.store, next.hash)) {
    const changed = await changeSession(deps.store, next, {
      ...next.record,
      tokens: sealed,
      refreshingUntil: 0,
    })
    if (changed !== null) break
  }
  return tokens.access
}

/**
 * What GitHub says now about these projects and this account. That takes a request for each, however many repositories the
 * person has. No other right is confirmed, so that a check of something that nobody has asked GitHub about is a refusal.
 */
export async function confirmRights(
  people: Pick<GithubPeople, 'readRight' | 'isOwner'>,
  token: string,
  access: Access,
  { projects, account }: Claimed & { readonly projects: Exclude<Claimed['projects'], 'all'> },
): Promise<Confirmed> {
  const [found, isOwner] = await Promise.all([
    Promise.all(projects.map((project) => confirmed(people, token, access, project))),
    account?.type === 'Organization' ? people.isOwner(token, account.login) : (account?.isOwner ?? false),
  ])
  const repositories = new Map(access.repositories)
  const asked = new Map<number, RepositoryAccess>()
  for (const [id, now] of found) {
    if (now === null) repositories.delete(id)
    else for (const map of [repositories, asked]) map.set(id, now)
  }
  const accountsWith = (otherwise: (one: AccountAccess) => boolean): AccountAccess[] =>
    access.accounts.map((one) => ({ ...one, isOwner: one.id === account?.id ? isOwner : otherwise(one) }))
  return {
    access: { ...access, accounts: accountsWith(() => false), repositories: asked },
    listed: { ...access, accounts: accountsWith((one) => one.isOwner), repositories },
  }
}

/** Only access that GitHub has listed counts: a public repository lets everybody read. */
async function confirmed(
  people: Pick<GithubPeople, 'readRight'>,
  token: string,
  { repositories }: Access,
  { repositoryId: id, owner, name }: Exclude<Claimed['projects'], 'all'>[number],
): Promise<readonly [number, RepositoryAccess | null]> {
  const listed = repositories.get(id)
  if (listed === undefined) return [id, null]
  const right = await people.readRight(token, { id, owner, name })
  return [id, right === null ? null : { ...listed, right }]
}

/** Whether two answers differ in what they permit. */
const isSameAccess = (one: Access, other: Access): boolean =>
  one.repositories.size === other.repositories.size &&
  [...other.repositories].every(([id, { right }]) => one.repositories.get(id)?.right === right) &&
  one.accounts.every(({ isOwner }, at) => other.accounts[at]?.isOwner === isOwner)
