import { createPrivateKey } from 'node:crypto'
import { type Logger, Probot, ProbotOctokit } from 'probot'
import { z } from 'zod'
import { API_VERSION_HEADER, type ApiVersion, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { withoutRedirects } from '../../../net/without-redirects.ts'
import { type GithubCall, observeCalls } from '../call-observer.ts'
import type { AppPause } from '../rate-limit-pauses.ts'

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
  /** Absent in programs that run once: a refusal of the App pauses none of its requests. */
  readonly appPause?: AppPause
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
  /** For a request whose answer holds a list of texts: in place of a larger answer than 4 MiB comes the status 413, TOO_LARGE. */
  readonly fetchBounded: typeof fetch
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
  const paused = options.appPause === undefined ? observed : pauseRefusedApp(observed, options.appPause)
  const request = { fetch: withoutRedirects(paused) }
  const probot = new Probot({ appId, privateKey, secret, baseUrl, log, request, Octokit: PlainOctokit })
  return {
    probot,
    octokits: {
      apiVersion,
      fetchBounded: withoutRedirects(bound(paused)),
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

/** Wraps `fetch`, so that Octokit's own token requests also have the headers. */
const withHeaders =
  (fetching: typeof fetch, apiVersion: ApiVersion): typeof fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set(API_VERSION_HEADER, apiVersion)
    headers.set('user-agent', SERVER_USER_AGENT)
    return fetching(url, { ...init, headers })
  }

/**
 * Wraps `fetch`. After GitHub has refused the JWT of the App, requests as the App get the same answer for a minute without
 * being sent, whichever installation and server needs them: GitHub locks an App for all its installations after repeated
 * refusals.
 */
function pauseRefusedApp(fetching: typeof fetch, pause: AppPause): typeof fetch {
  return async (url, init) => {
    // Octokit writes `bearer` for a JWT, and `token` for any other token.
    if (!/^bearer eyJ/i.test(new Headers(init?.headers).get('authorization') ?? ''))
      return fetching(url, init)
    const refusal = await pause.current()
    if (refusal !== null) return Response.json({ message: refusal }, { status: 401 })
    const response = await fetching(url, init)
    // Octokit immediately repeats a request whose JWT has the wrong time, with the time of GitHub.
    if (response.status !== 401) return response
    const body = await response.clone().text()
    if (!/\('(exp|iat)'\)/.test(body)) await pause.begin(messageIn(body))
    return response
  }
}

const Body = z.object({ message: z.string() })

function messageIn(body: string): string {
  try {
    return Body.parse(JSON.parse(body)).message.slice(0, 200)
  } catch {
    return 'Bad credentials'
  }
}

/** Bytes. Decoding and parsing more would stop the event loop for longer than 50 ms. */
const LARGEST_LIST = 4 * 1024 * 1024
/** The message in place of a larger answer. */
export const TOO_LARGE = 'the answer has more than 4 MiB'

/** Wraps `fetch`. A page of texts that anybody writes, of 64 KiB each, can be 80 MB of JSON. */
const bound =
  (fetching: typeof fetch): typeof fetch =>
  async (url, init) => {
    const response = await fetching(url, init)
    if (response.body === null) return response
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > LARGEST_LIST) return Response.json({ message: TOO_LARGE }, { status: 413 })
      chunks.push(chunk)
    }
    const { status, statusText, headers } = response
    const read = new Response(Buffer.concat(chunks), { status, statusText, headers })
    // Octokit reads the parameters of a list in it.
    return Object.defineProperty(read, 'url', { value: response.url })
  }

/** Wraps `fetch`, so that the timeout also applies to Octokit's own token requests. */
function fetchWithin(timeoutMs: number): typeof fetch {
  return (url, init) => {
    const signals = [init?.signal, AbortSignal.timeout(timeoutMs)].filter((signal) => signal != null)
    return fetch(url, { ...init, signal: AbortSignal.any(signals) })
  }
}
