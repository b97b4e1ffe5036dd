import { z } from 'zod'
import { type ReasonCode, reason } from '../../../contract/reasons.ts'
import { redirectOf } from '../../../net/without-redirects.ts'
import { GithubRefused, GithubUnavailable, type Refused } from '../errors.ts'

/** What a request asks, by its route: an address may have a prefix, and a repository may be called `app`. */
export interface Asked {
  /** As the App itself, with its JWT. */
  readonly byApp: boolean
  /** About a repository, the installation of the token, or neither. */
  readonly about: 'repository' | 'installation' | null
}

const OTHER: Asked = { byApp: false, about: null }

/** A failed request, parsed from the error that Octokit threw. */
export interface ParsedError {
  /** `null`: no response. */
  readonly status: number | null
  /** The message of GitHub, or of the network error. */
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  /** The failed request was for an installation token, which Octokit requests first. */
  readonly onToken: boolean
  /** What the failed request asked. */
  readonly of: Asked
  /** Where GitHub redirects the request to, which may be a signed address; `null`: it does not. */
  readonly redirect: { readonly location: string | null; readonly isElsewhere: boolean } | null
  /** The connection failed, so the request never reached GitHub. */
  readonly notSent: boolean
  /** A rate limit that began a pause: the end of the pause, which may be later than that of the limit (epoch ms). */
  readonly pausedUntil?: number
  readonly cause: unknown
}

const HttpError = z.object({
  message: z.string(),
  status: z.number(),
  request: z.object({ url: z.string() }).optional(),
  response: z
    .object({
      headers: z.record(z.string(), z.union([z.string(), z.number()]).transform(String).optional()),
      data: z.unknown(),
    })
    .optional(),
})

const Body = z.object({ message: z.string(), errors: z.array(z.unknown()).optional() })

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** `null` if the error does not come from a request, and so is a bug. */
export function parseError(error: unknown, of: Asked = OTHER): ParsedError | null {
  const parsed = HttpError.safeParse(error)
  if (!parsed.success) return null
  const { status, request, response, message } = parsed.data
  const url = request?.url ?? ''
  const redirected = redirectOf(error)
  return {
    status: redirected?.status ?? (response === undefined ? null : status),
    redirect: redirected && {
      location: redirected.location,
      isElsewhere: URL.parse(redirected.location ?? '')?.origin !== URL.parse(url)?.origin,
    },
    message: response === undefined ? message : textOf(response.data, message),
    headers: definedOnly(response?.headers ?? {}),
    onToken: /\/access_tokens$/.test(url),
    of,
    notSent:
      response === undefined &&
      redirected === null &&
      causes(error).some((code) => NEVER_CONNECTED.has(code)),
    cause: error,
  }
}

/** GitHub's message with its `errors`, without the link that Octokit appends. */
function textOf(data: unknown, fallback: string): string {
  const body = Body.safeParse(data)
  if (!body.success) return fallback
  const { message, errors = [] } = body.data
  const details = errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error)))
  return [message, ...details].join(': ')
}

function definedOnly(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** Codes in the chain of causes. A failed connection to several addresses has a list of errors. */
function causes(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...code, ...[error.cause, ...inner].flatMap(causes)]
}

const SECOND = 1000

/** GitHub asks clients to wait for at least a minute if a rate limit response has no time. */
const LIMIT_PAUSE = 60 * SECOND
const OUTAGE_PAUSE = 15 * SECOND
const SUSPENDED_PAUSE = 600 * SECOND
/** No rate limit of GitHub lasts longer. A longer time comes from a proxy and is not believed. */
const MAX_PAUSE_MS = 3600 * SECOND

/**
 * When to retry after a rate limit response; `null` for other responses. Both kinds of limit use 403 or 429:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function limitedUntil(failure: ParsedError, now: number): number | null {
  if (failure.pausedUntil !== undefined) return failure.pausedUntil
  const until = limitNamed(failure, now)
  return until === null ? null : Math.min(until, now + MAX_PAUSE_MS)
}

function limitNamed({ status, headers, message }: ParsedError, now: number): number | null {
  // For content, the secondary limit has this form, too: https://github.com/cli/cli/issues/4801
  if (status === 422 && /was submitted too quickly|"code":"abuse"/i.test(message)) return now + LIMIT_PAUSE
  if (status !== 403 && status !== 429) return null
  const after = headers['retry-after']
  if (after !== undefined)
    return now + (Number.isFinite(Number(after)) ? Number(after) * SECOND : LIMIT_PAUSE)
  const reset = Number(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0' && reset > 0) return Math.max(reset * SECOND, now + SECOND)
  return status === 429 || /rate limit|abuse detection/i.test(message) ? now + LIMIT_PAUSE : null
}

/** 400 for an unknown version, 410 for a retired one. */
const refusesApiVersion = ({ status, message }: ParsedError): boolean =>
  (status === 400 || status === 410) && /api[- ]version/i.test(message)

/** Classifies a failed request. `otherwise` is the reason for a refusal that matches no rule. */
export function classifyError(
  failure: ParsedError,
  now: number,
  otherwise: ReasonCode = 'repository-gone',
): GithubUnavailable | GithubRefused {
  const { status, message, cause } = failure
  // No job of any project can continue, and only the operator of the server can change that; so all jobs wait.
  if (refusesApiVersion(failure))
    return new GithubUnavailable(
      `GitHub does not support the API version that the server requests (${message}): set GITHUB_API_VERSION, or upgrade the server`,
      now + LIMIT_PAUSE,
      { cause },
    )
  const limit = limitedUntil(failure, now)
  if (limit !== null)
    return new GithubUnavailable(`GitHub limits the app: ${message}`, limit, { cause, isLimit: true })
  if (status === null)
    return new GithubUnavailable(`GitHub did not respond: ${message}`, now + OUTAGE_PAUSE, { cause })
  if (status >= 500)
    return new GithubUnavailable(`GitHub responded with ${status}: ${message}`, now + OUTAGE_PAUSE, { cause })
  // GitHub redirects between repositories at the same address only; any other redirect is that of a wrong address.
  if (failure.redirect !== null && !isMovedInGithub(failure))
    return new GithubUnavailable(
      `GITHUB_API_URL redirects to ${URL.parse(failure.redirect.location ?? '')?.origin ?? 'no address'}, which is not followed: set it to the final address`,
      now + LIMIT_PAUSE,
      { cause },
    )
  // Only the operator of the server can fix the App's credentials, not the owner of the job; so the job waits.
  if (status === 401 && isByApp(failure))
    return new GithubUnavailable(
      `GitHub does not accept the credentials of the App (${message}): check APP_ID, PRIVATE_KEY and the clock`,
      now + LIMIT_PAUSE,
      { cause },
    )
  // Such a request concerns no repository, so its refusal is no reason for a job to fail.
  if (isAboutApp(failure) && !failure.onToken)
    return new GithubUnavailable(
      `GitHub refuses a request of the App itself (${message}): check APP_ID and GITHUB_API_URL, and compare the settings of the App on GitHub with app.yml`,
      now + LIMIT_PAUSE,
      { cause },
    )
  const code =
    accessRule(failure) ?? (failure.onToken ? refusalOfToken(failure) : refusal(failure, otherwise))
  return new GithubRefused(reason(code, message), { cause, status })
}

/** Octokit requests a token for an installation as the App, before the request itself. */
const isByApp = ({ onToken, of }: ParsedError): boolean => onToken || of.byApp

/** Only the App itself was asked about, and no repository. */
export const isAboutApp = ({ of }: ParsedError): boolean => of.byApp && of.about === null

/** A rule of the organisation that keeps the App out, whatever was requested. */
function accessRule({ status, message }: ParsedError): ReasonCode | null {
  if (status !== 403) return null
  if (/IP allow list/i.test(message)) return 'ip-not-allowed'
  return /SAML (enforcement|SSO)/i.test(message) ? 'sso-required' : null
}

/** Why GitHub refused a token for an installation. */
function refusalOfToken({ status, message }: ParsedError): ReasonCode {
  if (/suspended/i.test(message)) return 'app-suspended'
  if (status === 404) return 'app-uninstalled'
  // The repository was removed from the installation, or the owner has not granted the permission.
  if (status === 422) return /permission/i.test(message) ? 'permission-missing' : 'app-uninstalled'
  return 'permission-missing'
}

function refusal({ status, message, of, redirect }: ParsedError, otherwise: ReasonCode): ReasonCode {
  // GitHub revokes the tokens of an installation when the installation ends.
  if (status === 401) return 'app-uninstalled'
  if (/installation has been suspended/i.test(message)) return 'app-suspended'
  if (/resource not accessible by integration/i.test(message)) return 'permission-missing'
  if (/archived/i.test(message)) return 'repository-archived'
  if (status === 404 && of.about === 'installation') return 'app-uninstalled'
  if (redirect !== null || status === 404 || status === 410 || status === 451) return 'repository-gone'
  if (/access blocked|repository (?:(?!repository ).)*(?:disabled|locked)/i.test(message))
    return 'repository-gone'
  return status === 403 && otherwise === 'repository-gone' ? 'permission-missing' : otherwise
}

/** It is no longer in the repository, such as an issue that was transferred, and counts as gone. */
export const isMovedInGithub = (failure: ParsedError): boolean =>
  failure.redirect !== null && !failure.redirect.isElsewhere && !failure.onToken && !isAboutApp(failure)

/** A 403 that is about the place itself, and no misunderstanding. */
const NAMED_RULE = /locked|archived|blocked|disabled/i

/** A refusal of what is only shown to people is a value, because no job depends on it. Any other failure is thrown. */
export function classifyWrite(failure: ParsedError, now: number): Refused {
  const { status, message: detail } = failure
  const isPermanent = isMovedInGithub(failure) || (status !== null && status >= 400 && status < 500)
  const isKeptOut = failure.onToken || /suspended/i.test(detail) || accessRule(failure) !== null
  // The installation is suspended, or ended without a webhook yet. It may come back, and then shows what has happened.
  if (isPermanent && isKeptOut && status !== 401 && limitedUntil(failure, now) === null)
    throw new GithubUnavailable(`GitHub refuses the installation: ${detail}`, now + SUSPENDED_PAUSE, {
      cause: failure.cause,
    })
  // Until all replicas of GitHub know a token.
  if (status === 401 && !isByApp(failure))
    throw new GithubUnavailable(`GitHub refuses the token: ${detail}`, now + LIMIT_PAUSE, {
      cause: failure.cause,
    })
  if (!isPermanent || limitedUntil(failure, now) !== null || (status === 401 && isByApp(failure)))
    throw classifyError(failure, now)
  const isGranted = !/resource not accessible by integration/i.test(detail)
  return {
    kind: isGranted ? 'refused' : 'not-granted',
    detail,
    ...((status === 404 || (status === 403 && !NAMED_RULE.test(detail))) && { isDoubtful: true }),
  }
}
