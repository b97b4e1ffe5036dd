import { createPrivateKey } from 'node:crypto'
import { type Logger, Probot, ProbotOctokit } from 'probot'
import { z } from 'zod'
import { API_VERSION_HEADER, type ApiVersion, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { withoutRedirects } from '../../../net/without-redirects.ts'
import { type GithubCall, observeCalls } from '../call-observer.ts'

export type Octokit = InstanceType<typeof ProbotOctokit>

export interface ProbotOptions {
  readonly appId: number
  readonly privateKey: string
  /** Secret of the webhooks. Not optional, because Probot has a well-known default. */
  readonly webhookSecret: string
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string
  readonly apiVersion: ApiVersion
  readonly log: Logger
  /** Timeout of one request, including its body. */
  readonly timeoutMs?: number
  /** Called for each request. */
  readonly onCall?: (call: GithubCall) => void
}

/** The clients for GitHub, by the identity that they use. */
export interface Octokits {
  /** The App itself, with a JWT; only for `/app/…`. */
  app(): Promise<Octokit>
  /** The JWT of `app()`. */
  jwt(): Promise<string>
  installation(id: number): Promise<Octokit>
  /** With a bearer token, or without authentication. */
  bearer(token: string | null): Octokit
  /** The version of the REST API that all of them request. */
  readonly apiVersion: ApiVersion
}

const Token = z.object({ token: z.string() })

/** Probot for the webhooks, and the clients. None of them retries or delays a request by itself. */
export function createProbot(options: ProbotOptions): { probot: Probot; octokits: Octokits } {
  const { appId, webhookSecret: secret, apiUrl: baseUrl, apiVersion, log, timeoutMs = 10_000 } = options
  const privateKey = asPkcs8(options.privateKey)
  const fetching = withHeaders(fetchWithin(timeoutMs), apiVersion)
  const observed = options.onCall === undefined ? fetching : observeCalls(fetching, baseUrl, options.onCall)
  const request = { fetch: withoutRedirects(observed) }
  const probot = new Probot({ appId, privateKey, secret, baseUrl, log, request, Octokit: PlainOctokit })
  return {
    probot,
    octokits: {
      apiVersion,
      app: () => probot.auth(),
      jwt: async () => Token.parse(await (await probot.auth()).auth({ type: 'app' })).token,
      installation: (id) => probot.auth(id),
      bearer: (token) =>
        new PlainOctokit({
          baseUrl,
          log: log.child({ name: 'github' }),
          request,
          ...(token && { auth: { token } }),
        }),
    },
  }
}

/**
 * Octokit would retry a POST whose response was lost, which starts a workflow twice, and its throttling waits inside a
 * request for up to an hour. Instead, due times in the store control retries. A function, because Probot overrides
 * `throttle` in a plain object.
 */
const PlainOctokit = ProbotOctokit.defaults((given: object) => ({
  ...given,
  retry: { enabled: false },
  throttle: { enabled: false },
}))

/** GitHub's keys are PKCS#1, which Octokit would convert for every JWT. A malformed key fails at the start. */
function asPkcs8(privateKey: string): string {
  return createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Wraps `fetch`, so that Octokit's own token requests have the headers, too. */
const withHeaders =
  (fetching: typeof fetch, apiVersion: ApiVersion): typeof fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set(API_VERSION_HEADER, apiVersion)
    headers.set('user-agent', SERVER_USER_AGENT)
    return fetching(url, { ...init, headers })
  }

/** Wraps `fetch`, so that the timeout also applies to Octokit's own token requests. */
function fetchWithin(timeoutMs: number): typeof fetch {
  return (url, init) => {
    const signals = [init?.signal, AbortSignal.timeout(timeoutMs)].filter((signal) => signal != null)
    return fetch(url, { ...init, signal: AbortSignal.any(signals) })
  }
}
