import type { Context } from 'hono'
import { HttpError } from './http-error.ts'
import type { Env } from './json-body.ts'

/** The bytes that wait for one watcher, as part of those of its account. */
export interface HeldShare {
  add(bytes: number): void
  /** The watchers of the account hold so much together that each gets a small window only. */
  isExceeded(): boolean
}

/** Counts the bytes that wait for the watchers of each account. */
interface HeldBytes {
  shareOf(account: number): HeldShare
}

/** 256 full windows. One account, with its 1,000 streams, cannot hold more than twice this. */
const MOST_OF_AN_ACCOUNT = 16 * 1024 * 1024

export function createHeldBytes(most = MOST_OF_AN_ACCOUNT): HeldBytes {
  const held = new Map<number, number>()
  return {
    shareOf: (account) => ({
      add(bytes) {
        const sum = (held.get(account) ?? 0) + bytes
        if (sum === 0) held.delete(account)
        else held.set(account, sum)
      },
      isExceeded: () => (held.get(account) ?? 0) >= most,
    }),
  }
}

const MOST_UNREAD = 64 * 1024 * 1024

/** Limits the large responses that the clients of an account have not read. */
export interface UnreadBytes {
  /** Counts a response of so many bytes until it has been sent. Throws 503 while the account holds too much. */
  hold(c: Context<Env>, account: number, bytes: number): void
}

export function createUnreadBytes(most = MOST_UNREAD): UnreadBytes {
  const held = createHeldBytes(most)
  return {
    hold(c, account, bytes) {
      const { outgoing } = c.env
      if (!('headersSent' in outgoing) || c.req.method === 'HEAD' || outgoing.destroyed) return
      const share = held.shareOf(account)
      if (share.isExceeded()) throw tooMuchUnread()
      share.add(bytes)
      outgoing.once('close', () => share.add(-bytes))
    },
  }
}

const tooMuchUnread = (): HttpError =>
  new HttpError(
    503,
    'clients of this account have not read large responses that they asked for; try again in a few seconds',
    { 'retry-after': '5' },
  )
