import { z } from 'zod'
import { ACTION_USER_AGENT } from '../../../contract/github.ts'

// Egress: asks the runner for a token.

/** The runner's endpoint for OIDC tokens, from the environment. */
export interface IdTokenEndpoint {
  readonly url: string
  readonly token: string
}

const Answer = z.object({ value: z.string().min(1) })

/** `null`: the workflow lacks `id-token: write`, and GitHub sets neither variable. */
export function findIdTokenEndpoint(
  env: Readonly<Record<string, string | undefined>>,
): IdTokenEndpoint | null {
  const url = env.ACTIONS_ID_TOKEN_REQUEST_URL
  const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN
  return url && token ? { url, token } : null
}

/**
 * Mints a token for one request; the server accepts each token once. Not through `@actions/core`, which reads the two
 * variables from the environment: they have been removed from it.
 */
export async function mintIdToken(
  endpoint: IdTokenEndpoint,
  audience: string,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${endpoint.url}&audience=${encodeURIComponent(audience)}`, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${endpoint.token}`,
      'user-agent': ACTION_USER_AGENT,
    },
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`GitHub issued no OIDC token (HTTP ${response.status})`)
  }
  return Answer.parse(await response.json()).value
}
