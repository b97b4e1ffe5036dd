import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ACTION_USER_AGENT } from '../../../contract/github.ts'
import { cutHead } from '../../../contract/text.ts'
import { MIN_SECRET_LENGTH } from '../../secrets/secret-encodings.ts'
import { messageOf } from '../../text/format.ts'
import type { RetrySettings } from './retry-settings.ts'
import type { TokenExchange } from './token-exchange.ts'

// Egress: sends an OIDC token of the workflow to the token endpoint of the model's provider.

/** What a workflow can prove about itself, and who must know of the secrets that come of it. */
export interface WorkflowIdentity {
  /** Gets a new OIDC token; `null`: the workflow lacks `id-token: write`. */
  readonly mint: ((audience: string, signal: AbortSignal) => Promise<string>) | null
  /** Address of the server, which accepts OIDC tokens with this audience; `null`: there is no server. */
  readonly appUrl: string | null
  /** Called before the secret is used. */
  addSecret(secret: string): void
  warn(text: string): void
  readonly signal: AbortSignal
  readonly now: () => number
}

export type TokenResult =
  | { readonly ok: true; readonly token: string }
  /** `isRefusal`: the provider said no, so that another try does not help. */
  | { readonly ok: false; readonly isRefusal: boolean; readonly detail: string }

export interface AccessTokens {
  /** A token that is valid for a while. */
  get(): Promise<TokenResult>
  /** The provider did not accept the token. */
  discard(token: string): void
}

interface Options {
  readonly exchange: TokenExchange
  readonly identity: WorkflowIdentity & { readonly mint: NonNullable<WorkflowIdentity['mint']> }
  readonly retrySettings: RetrySettings
  readonly fetch: typeof globalThis.fetch
}

/** Before its end, a token is renewed in the background; shortly before, no request is sent with it. */
const RENEW_EARLY_MS = 120_000
const RENEW_NOW_MS = 30_000

/** A refusal may come of a copy of the provider's that has not heard of a new rule, or whose clock is behind. */
const TRIES = { refused: 2, failed: 3 }

/** Tokens are kept in memory only. Two requests that need a new one share it. */
export function openAccessTokens(options: Options): AccessTokens {
  const { identity } = options
  const { now, signal } = identity
  let current: Granted | null = null
  let pending: Promise<Granted | Failed> | null = null
  const renew = () => {
    pending ??= exchangeWithRetries(options)
      .then((result) => {
        if (result.ok) current = result
        return result
      })
      .finally(() => {
        pending = null
      })
    return pending
  }
  const warn = (detail: string) =>
    identity.warn(`The access token for the model could not be renewed and is used until it ends: ${detail}`)
  const renewInBackground = () => {
    if (pending !== null) return
    renew().then(
      (result) => {
        if (!result.ok) warn(result.detail)
      },
      (error: unknown) => {
        if (!signal.aborted) warn(messageOf(error))
      },
    )
  }
  return {
    async get() {
      const known = current
      const left = known === null ? 0 : known.expiresAt - now()
      if (known !== null && left > Math.min(RENEW_NOW_MS, known.lifetimeMs / 4)) {
        if (left <= Math.min(RENEW_EARLY_MS, known.lifetimeMs / 2)) renewInBackground()
        return known
      }
      const renewed = await renew()
      if (renewed.ok || known === null || known !== current || known.expiresAt <= now()) return renewed
      warn(renewed.detail)
      return known
    },
    discard(token) {
      if (current?.token === token) current = null
    },
  }
}

interface Granted {
  readonly ok: true
  readonly token: string
  readonly lifetimeMs: number
  readonly expiresAt: number
}
type Failed = Extract<TokenResult, { ok: false }>

async function exchangeWithRetries(options: Options): Promise<Granted | Failed> {
  const { retrySettings, identity } = options
  for (let failed = 1, refused = 0; ; failed += 1) {
    const result = await exchangeOnce(options)
    if (result.ok) return result
    if (result.isRefusal) refused += 1
    if (refused >= TRIES.refused || failed >= TRIES.failed) return result
    const wait = Math.min(retrySettings.backoffMs * 2 ** (failed - 1), retrySettings.longestBackoffMs)
    await sleep(wait, undefined, { signal: identity.signal })
  }
}

const TIMEOUT_MS = 30_000

/** Each try has an OIDC token of its own: Anthropic accepts each once, and its answer may have been lost. */
async function exchangeOnce({ exchange, identity, fetch }: Options): Promise<Granted | Failed> {
  const { origin, pathname } = new URL(exchange.endpoint)
  const where = `the token endpoint ${origin}${pathname}`
  let assertion = ''
  try {
    const signal = AbortSignal.any([identity.signal, AbortSignal.timeout(TIMEOUT_MS)])
    assertion = await identity.mint(exchange.audience, signal)
    identity.addSecret(assertion)
    // The token lives from here on, at the least.
    const askedAt = identity.now()
    const response = await fetch(exchange.endpoint, {
      method: 'POST',
      headers: { accept: 'application/json', 'user-agent': ACTION_USER_AGENT, ...exchange.headers },
      body: exchange.compose(assertion),
      redirect: 'manual',
      signal,
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return { ok: false, isRefusal: true, detail: `${where} redirects, which is not followed` }
    }
    // Before a text is cut, so that no piece of the OIDC token remains.
    const body = parseJson((await readBounded(response)).replaceAll(assertion, '***'))
    const granted = response.ok ? readGrant(body) : null
    if (granted !== null) {
      identity.addSecret(granted.token)
      return { ok: true, ...granted, expiresAt: askedAt + granted.lifetimeMs }
    }
    const said = response.ok
      ? `${where} answered without a usable access token`
      : `${where} answered ${response.status}${readError(body)}`
    return { ok: false, isRefusal: isFinal(response.status), detail: said }
  } catch (error) {
    identity.signal.throwIfAborted()
    const what = assertion === '' ? 'the OIDC token of the workflow' : where
    return { ok: false, isRefusal: false, detail: `${what}: ${messageOf(error)}` }
  }
}

const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429

const LONGEST_ANSWER = 1024 * 1024

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > LONGEST_ANSWER) throw new Error('the answer is longer than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Of a proxy, for example. The status says what happened.
    return null
  }
}

// RFC 6749, section 5.1. Some servers send numbers as strings.
const Grant = z.object({
  // Fit for a header, and long enough to be recognized wherever it must not appear.
  access_token: z
    .string()
    .regex(/^[!-~]+$/)
    .min(MIN_SECRET_LENGTH),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  expires_in: z.coerce.number().positive().optional(),
})

/** Of a token whose server does not say. GitHub's OIDC tokens live no longer. */
const ASSUMED_LIFETIME_S = 300

function readGrant(body: unknown): Pick<Granted, 'token' | 'lifetimeMs'> | null {
  const { success, data } = Grant.safeParse(body)
  if (!success) return null
  return { token: data.access_token, lifetimeMs: (data.expires_in ?? ASSUMED_LIFETIME_S) * 1000 }
}

const ErrorText = z.string().transform((text) => cutHead(text.replace(/\s+/g, ' ').trim(), 300))
/** RFC 6749, section 5.2, and errors in the form of the providers' other endpoints. */
const ErrorBody = z.object({
  error: z.union([
    ErrorText,
    z
      .object({ code: ErrorText.nullish(), type: ErrorText.nullish(), message: ErrorText.nullish() })
      .transform(({ code, type, message }) => [code ?? type, message].filter(Boolean).join(', ')),
  ]),
  error_description: ErrorText.nullish(),
})

function readError(body: unknown): string {
  const { success, data } = ErrorBody.safeParse(body)
  return success ? `: ${[data.error, data.error_description].filter(Boolean).join(', ')}` : ''
}
