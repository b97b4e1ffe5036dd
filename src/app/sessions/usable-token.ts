import { setTimeout } from 'node:timers/promises'
import { type PersonTokens, TokenRefused } from '../github/people.ts'
import type { TokenCipher } from '../records/token-cipher.ts'
import type { Store } from '../store/store.ts'
import { changeSession, readSession, type Session, PersonTokens as StoredTokens } from './sessions.ts'

/** Exchanges a refresh token. Throws TokenRefused if GitHub does not accept it. */
export type RefreshTokens = (refreshToken: string) => Promise<PersonTokens>

export interface TokenReaderDeps {
  readonly store: Store
  readonly tokenCipher: TokenCipher
  readonly refreshTokens: RefreshTokens
  readonly now: () => number
}

/** A token is exchanged this long before it expires, so that it does not expire during a call. */
const EARLY_MS = 10 * 60_000
/** One exchange takes a request to GitHub, which ends after 10 s. */
const EXCHANGE_MS = 20_000
const LOOK_MS = 200

/** The access token of a session, exchanged for a new one before it expires. */
export const createTokenReader = (deps: TokenReaderDeps) => ({
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
async function exchange(deps: TokenReaderDeps, session: Session, refresh: string): Promise<string | null> {
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
