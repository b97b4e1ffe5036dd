import type { AccessTokens, TokenResult } from './access-tokens.ts'
import type { CustomHeaders } from './custom-headers.ts'

// Egress: passes on what a model is sent, with headers and a token for the origin of the endpoint alone.

type Fetch = typeof globalThis.fetch

export interface Authorization {
  /** The only origin that gets the headers and the token. */
  readonly origin: string
  readonly customHeaders: CustomHeaders
  /** False: the key that the provider's package sends is none. */
  readonly hasKey: boolean
  /** In place of a key; `null`: none. */
  readonly tokens: AccessTokens | null
  /** Added to the header `anthropic-beta`; `null`: nothing. */
  readonly beta: string | null
}

/** `fetch` with the headers of the workflow, and with a token in place of a key. */
export function authorize(
  fetch: Fetch,
  { origin, customHeaders, hasKey, tokens, beta }: Authorization,
): Fetch {
  if (customHeaders.length === 0 && tokens === null) return fetch
  const send = (input: Parameters<Fetch>[0], init: RequestInit | undefined, token: string | null) => {
    const headers = new Headers(init?.headers)
    if (tokens !== null || !hasKey) for (const name of KEY_HEADERS) headers.delete(name)
    for (const [name, value] of customHeaders) {
      if (name.toLowerCase() === BETA) addTo(headers, BETA, value)
      else headers.set(name, value)
    }
    if (token !== null) {
      headers.set('authorization', `Bearer ${token}`)
      if (beta !== null) addTo(headers, BETA, beta)
    }
    return fetch(input, { ...init, headers })
  }
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.origin !== origin)
      throw new Error(`a request to ${url.origin} would carry what only ${origin} may get`)
    if (tokens === null) return send(input, init, null)
    const first = await tokens.get()
    if (!first.ok) return failed(first)
    const response = await send(input, init, first.token)
    if (response.status !== 401) return response
    // It may have been revoked, or ended before its time.
    tokens.discard(first.token)
    const second = await tokens.get()
    if (!second.ok) return response
    await response.body?.cancel()
    return send(input, init, second.token)
  }
}

const BETA = 'anthropic-beta'
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key']

function addTo(headers: Headers, name: string, value: string): void {
  const values = [...(headers.get(name)?.split(',') ?? []), ...value.split(',')].map((one) => one.trim())
  headers.set(name, [...new Set(values)].join(','))
}

/** As an answer, so that a refusal ends the run and anything else is retried. */
const failed = ({ isRefusal, detail }: Extract<TokenResult, { ok: false }>): Response =>
  Response.json({ error: { message: detail } }, { status: isRefusal ? 401 : 503 })
