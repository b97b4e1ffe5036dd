import { StoreMissing, StoreUnavailable } from '../store.ts'

/** For a database that the server has not prepared, if it may not be created. */
export const notPrepared = (): StoreMissing =>
  new StoreMissing(
    'it holds no data of Prentice: use the DATABASE_URL of the server, and start the server once',
  )

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

/** What the operator can do, by the code of the error, or by its message if that has no advice. */
export type Advice = ReadonlyMap<string, string>

/**
 * For a database that cannot be opened. `name` contains no password. `caveats`: what its settings may lose. An error
 * about a wrong DATABASE_URL is not reworded.
 */
export function cannotOpen(name: string, cause: unknown, advice: Advice, caveats: readonly string[]): Error {
  if (cause instanceof Error && cause.message.startsWith('DATABASE_URL: ')) return cause
  const why = whyOf(cause)
  const next = advice.get(codeOf(cause)) ?? advice.get(why)
  const text = `${name} cannot be used: ${why}${next === undefined ? '' : `: ${next}`}`
  return cause instanceof StoreMissing
    ? new StoreMissing(text, { cause, caveats })
    : new StoreUnavailable(text, { cause })
}

/** Advice for a certificate that Node refuses. `authority`: if it does not know who signed it. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
export const forCertificate = (authority: string): [string, string][] => [
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'use a host name that its certificate contains'],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].map((code): [string, string] => [code, authority]),
]

function codeOf(error: unknown): string {
  if (error instanceof NotConnected) return codeOf(error.cause)
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Node reports a host with several addresses as an error without a message. */
function whyOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(whyOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
