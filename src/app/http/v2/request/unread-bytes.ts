import type { Context } from 'hono'
import { createHeldBytes } from '../../shared/held-bytes.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'

const MOST_OF_AN_ACCOUNT = 64 * 1024 * 1024

/** Limits the large responses that the clients of an account have not read. */
export interface UnreadBytes {
  /** Counts a response of so many bytes until it has been sent. Throws 503 while the account holds too much. */
  hold(c: Context<Env>, account: number, bytes: number): void
}

export function createUnreadBytes(most = MOST_OF_AN_ACCOUNT): UnreadBytes {
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
