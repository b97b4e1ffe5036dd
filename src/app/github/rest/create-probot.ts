import { createPrivateKey } from 'node:crypto'
import { type Logger, Probot, ProbotOctokit } from 'probot'
import { API_VERSION_HEADER, type ApiVersion, SERVER_USER_AGENT } from '../../../contract/github-api.ts'
import { type GithubCall, observeCalls } from '../call-observer.ts'

export type Octokit = InstanceType<typeof ProbotOctokit>

export interface ProbotOptions {
  readonly appId: number
  readonly privateKey: string
  /** Of the webhooks. Probot takes a well-known word where there is none, so it is not optional here. */
  readonly webhookSecret: string
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string
  readonly apiVersion: ApiVersion
  readonly log: Logger
  /** How long one request may take, its body included. */
  readonly timeoutMs?: number
  /** Told of each request. */
  readonly onCall?: (call: GithubCall) => void
}

/** The clients the app speaks to GitHub with, by whom they speak for. */
export interface Octokits {
  /** The app itself, by a JWT; only for `/app/…`. */
  app(): Promise<Octokit>
  installation(id: number): Promise<Octokit>
  /** The bearer of a token, or nobody. */
  bearer(token: string | null): Octokit
  /** The version of the REST API that all of them ask for. */
  readonly apiVersion: ApiVersion
}

/** Probot for the webhooks, and the clients; none of them repeats or delays a request by itself. */
export function createProbot(options: ProbotOptions): { probot: Probot; octokits: Octokits } {
  const { appId, webhookSecret: secret, apiUrl: baseUrl, apiVersion, log, timeoutMs = 10_000 } = options
  const privateKey = asPkcs8(options.privateKey)
  const fetching = withHeaders(fetchWithin(timeoutMs), apiVersion)
  const request = {
    fetch: options.onCall === undefined ? fetching : observeCalls(fetching, baseUrl, options.onCall),
  }
  const probot = new Probot({ appId, privateKey, secret, baseUrl, log, request, Octokit: PlainOctokit })
  return {
    probot,
    octokits: {
      apiVersion,
      app: () => probot.auth(),
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
 * Octokit's retries repeat a POST whose answer got lost, which starts a workflow twice, and its throttling waits
 * inside a request for up to an hour. When to ask again is decided in the store instead. A function, because Probot
 * lays its own `throttle` options over a plain object.
 */
const PlainOctokit = ProbotOctokit.defaults((given: object) => ({
  ...given,
  retry: { enabled: false },
  throttle: { enabled: false },
}))

/** GitHub hands the key out as PKCS#1, which Octokit would convert anew for every JWT; a bad key fails at the start. */
function asPkcs8(privateKey: string): string {
  return createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** At the level of fetch, so that the token requests that Octokit makes on the way have them too. */
const withHeaders =
  (fetching: typeof fetch, apiVersion: ApiVersion): typeof fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set(API_VERSION_HEADER, apiVersion)
    headers.set('user-agent', SERVER_USER_AGENT)
    return fetching(url, { ...init, headers })
  }

/** At the level of fetch, so that it also holds for the token requests Octokit makes on the way. */
function fetchWithin(timeoutMs: number): typeof fetch {
  return (url, init) => {
    const signals = [init?.signal, AbortSignal.timeout(timeoutMs)].filter((signal) => signal != null)
    return fetch(url, { ...init, signal: AbortSignal.any(signals) })
  }
}
