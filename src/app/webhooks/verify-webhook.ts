import type { IncomingMessage } from 'node:http'
import type { Probot } from 'probot'

/** The body of a webhook that GitHub has signed with the webhook secret; `null`: its signature is missing or wrong. */
export async function verifyWebhook(
  { webhooks }: Pick<Probot, 'webhooks'>,
  request: IncomingMessage,
  readBody: () => Promise<string>,
): Promise<string | null> {
  const signature = signatureOf(request)
  if (signature === null) return null
  const body = await readBody()
  return body !== '' && (await webhooks.verify(body, signature)) ? body : null
}

/** `null`: no secret makes such a signature, so there is no need to read the body. */
function signatureOf({ headers }: IncomingMessage): string | null {
  const signature = headers['x-hub-signature-256']
  return typeof signature === 'string' && /^sha256=[0-9a-f]{64}$/.test(signature) ? signature : null
}
