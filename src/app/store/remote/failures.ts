import { StoreUnavailable } from '../store.ts'

/** The connection was lost or too slow after a write was sent, so nobody knows whether it was done. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}

/** No connection could be opened: there is no server, or it refuses this process. */
export class NotConnected extends Error {
  override name = 'NotConnected'

  constructor(cause: unknown) {
    super(whyOf(cause), { cause })
  }
}

/** For a database that cannot be opened. `name` contains no password. A wrong DATABASE_URL is reported as it is. */
export function cannotOpen(name: string, cause: unknown): Error {
  if (cause instanceof Error && cause.message.startsWith('DATABASE_URL: ')) return cause
  return new StoreUnavailable(`${name} cannot be used: ${whyOf(cause)}`, { cause })
}

/** Node reports a host with several addresses as an error without a message. */
function whyOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(whyOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
