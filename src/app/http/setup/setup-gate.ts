import { createHash, timingSafeEqual } from 'node:crypto'

/** From the start of the server. */
export const TOKEN_MINUTES = 15
/** Since the token was issued. GitHub also allows one hour for the whole flow. */
export const SESSION_MINUTES = 60

const MINUTE_MS = 60_000
/** 32 characters that are not taken for each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 5

export type WhyClosed = 'token-expired' | 'session-expired' | 'done'

export type GateState =
  | { readonly kind: 'waiting' }
  /** The token was used. Only the browser with the session continues. */
  | { readonly kind: 'open' }
  /** Only another start of the server opens it again. */
  | { readonly kind: 'closed'; readonly why: WhyClosed }

export type Entry =
  | { readonly kind: 'entered'; readonly session: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'refused' }

/**
 * Lets one browser in: the first that sends the token which the terminal shows. Wrong tokens are not counted: nobody guesses
 * 100 random bits in 15 minutes, and with a limit, a stranger could lock the operator out.
 */
export interface SetupGate {
  readonly token: string
  state(): GateState
  enter(typed: string): Entry
  /** Whether the browser that sends this session may continue. */
  admits(session: string | undefined): boolean
  close(why: WhyClosed): void
}

export function createSetupGate({
  now,
  randomBytes,
}: {
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
}): SetupGate {
  const token = makeToken(randomBytes)
  let expected: Buffer | null = null
  let expiresAt = now() + TOKEN_MINUTES * MINUTE_MS
  let closed: WhyClosed | null = null

  const state = (): GateState => {
    if (closed === null && now() >= expiresAt)
      closed = expected === null ? 'token-expired' : 'session-expired'
    if (closed !== null) return { kind: 'closed', why: closed }
    return { kind: expected === null ? 'waiting' : 'open' }
  }

  return {
    token,
    state,
    enter(typed) {
      if (state().kind !== 'waiting') return { kind: 'refused' }
      if (!isSame(normalize(typed), normalize(token))) return { kind: 'wrong' }
      const session = randomBytes(32).toString('base64url')
      expected = hash(session)
      expiresAt = now() + SESSION_MINUTES * MINUTE_MS
      return { kind: 'entered', session }
    },
    admits: (session) =>
      session !== undefined &&
      state().kind === 'open' &&
      expected !== null &&
      timingSafeEqual(hash(session), expected),
    close(why) {
      closed ??= why
    },
  }
}

/** 100 random bits, in groups that are easy to type. */
function makeToken(randomBytes: (size: number) => Buffer): string {
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

const normalize = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '')

const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
