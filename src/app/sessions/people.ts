import type { GithubPeople, Person, PersonTokens } from '../github/people.ts'
import type { TokenCipher } from '../runs/push-token/encrypt-token.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './access.ts'
import { createAccessCache } from './access-cache.ts'
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
}

/** The persons that are signed in to the dashboard. */
export interface People {
  /** Returns the value of the cookie. */
  start(person: Person, tokens: PersonTokens): Promise<string>
  /** `null`: the cookie stands for no session, or no longer. */
  find(cookie: string): Promise<Session | null>
  /** The same session as it is now; `null`: it has ended. */
  again(session: Session): Promise<Session | null>
  /** What GitHub permits the person, at most five minutes old. `isFresh`: asked now. Throws TokenRefused. */
  access(session: Session, isFresh?: boolean): Promise<Access>
  end(session: Session): Promise<void>
  endAll(personId: number): Promise<void>
}

export function createPeople(deps: PeopleDeps): People {
  const { store, github, now, tokenCipher } = deps
  const tokens = createTokenReader(deps)
  const cache = createAccessCache({ people: github, store, now })
  return {
    async start(person, given) {
      const { id } = await startSession(deps, person, tokenCipher.encrypt(JSON.stringify(given)))
      cache.forget(person.id)
      return id
    },
    find: (cookie) => findSession(deps, cookie),
    again: (session) => readSession(store, session.hash),
    access: (session, isFresh) => cache.of(session.record.person.id, () => tokens.of(session), isFresh),
    async end(session) {
      await endSession(store, session)
    },
    async endAll(personId) {
      await endSessionsOf(store, personId)
      cache.forget(personId)
    },
  }
}
