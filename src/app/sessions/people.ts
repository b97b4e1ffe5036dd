import { type Actor, personInDashboard } from '../audit/actor.ts'
import { type GithubPeople, type Person, type PersonTokens, TokenRefused } from '../github/people.ts'
import type { TokenCipher } from '../records/token-cipher.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './access.ts'
import { createAccessCache } from './access-cache.ts'
import { type Claimed, type Confirmed, confirmRights, isSameAccess } from './confirm-rights.ts'
import {
  endSession,
  endSessionsOf,
  findSession,
  readSession,
  type Session,
  startSession,
} from './sessions.ts'
import { createTokenReader, type RefreshTokens } from './usable-token.ts'

export interface PeopleDeps {
  readonly store: Store
  readonly github: GithubPeople
  readonly refreshTokens: RefreshTokens
  readonly tokenCipher: TokenCipher
  readonly now: () => number
  /** How long audit entries are kept. */
  readonly auditMs: number
}

/** The persons that are signed in to the dashboard. */
export interface People {
  /** Returns the value of the cookie. GitHub is asked for the accounts in which the sign-in is audited. */
  start(person: Person, tokens: PersonTokens, address: string): Promise<string>
  /** `null`: the cookie stands for no session, or no longer. */
  find(cookie: string): Promise<Session | null>
  /** The same session as it is now; `null`: it has ended. */
  again(session: Session): Promise<Session | null>
  /** What GitHub permits the person, at most five minutes old. Throws TokenRefused. */
  access(session: Session): Promise<Access>
  /** What a change depends on, asked now. Throws TokenRefused. */
  confirm(session: Session, claimed: Claimed): Promise<Confirmed>
  end(session: Session, by: Actor): Promise<void>
  endAll(personId: number, by: Actor): Promise<void>
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
        confirmRights({ people: github }, await tokens.of(of), known, { projects, account }),
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
