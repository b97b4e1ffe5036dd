import type { IncomingMessage } from 'node:http'

/** GitHub's GUID of a webhook, which a redelivery has again; `null` if it is not of that form. */
export function deliveryIdOf({ headers }: IncomingMessage): string | null {
  const guid = headers['x-github-delivery']
  return typeof guid === 'string' && /^[\w-]{1,64}$/.test(guid) ? guid : null
}
