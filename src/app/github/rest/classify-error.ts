import { type ReasonCode, reason } from '../../../contract/reasons.ts'
import { GithubRefused, GithubUnavailable } from '../github.ts'
import type { ParsedError } from './parse-error.ts'

const SECOND = 1000

/** GitHub asks for at least a minute where a limit comes without a time. */
const LIMIT_PAUSE = 60 * SECOND
const OUTAGE_PAUSE = 15 * SECOND
/** No rate limit of GitHub lasts longer. A longer time comes from a proxy and is not believed. */
const MAX_PAUSE_MS = 3600 * SECOND

/**
 * When to ask again after an answer that is a limit, `null` if it is none. Both kinds of limit come as 403 or as 429:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function limitedUntil(failure: ParsedError, now: number): number | null {
  const until = limitNamed(failure, now)
  return until === null ? null : Math.min(until, now + MAX_PAUSE_MS)
}

function limitNamed({ status, headers, message }: ParsedError, now: number): number | null {
  if (status !== 403 && status !== 429) return null
  const after = headers['retry-after']
  if (after !== undefined)
    return now + (Number.isFinite(Number(after)) ? Number(after) * SECOND : LIMIT_PAUSE)
  const reset = Number(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0' && reset > 0) return Math.max(reset * SECOND, now + SECOND)
  return status === 429 || /rate limit|abuse detection/i.test(message) ? now + LIMIT_PAUSE : null
}

/** 400 for a version that is unknown, 410 for one that has ended. */
const refusesApiVersion = ({ status, message }: ParsedError): boolean =>
  (status === 400 || status === 410) && /api[- ]version/i.test(message)

/** What a failed request means. `otherwise` is the reason for a refusal of which nothing more is known. */
export function classifyError(
  failure: ParsedError,
  now: number,
  otherwise: ReasonCode = 'repository-gone',
): GithubUnavailable | GithubRefused {
  const { status, message, cause } = failure
  // No job of any project can continue, and only the operator of the server can change that; so all jobs wait.
  if (refusesApiVersion(failure))
    return new GithubUnavailable(
      `GitHub does not serve the version of its API that the server asks for (${message}): set GITHUB_API_VERSION, or upgrade the server`,
      now + LIMIT_PAUSE,
      { cause },
    )
  const limit = limitedUntil(failure, now)
  if (limit !== null)
    return new GithubUnavailable(`GitHub limits the app: ${message}`, limit, { cause, isLimit: true })
  if (status === null)
    return new GithubUnavailable(`GitHub did not answer: ${message}`, now + OUTAGE_PAUSE, { cause })
  if (status >= 500)
    return new GithubUnavailable(`GitHub answered ${status}: ${message}`, now + OUTAGE_PAUSE, { cause })
  // The owner of the job can do nothing about the app's own key; the job waits for who runs the app.
  if (status === 401 && failure.byApp)
    return new GithubUnavailable(
      `GitHub does not accept the app's own credentials (${message}): check APP_ID, PRIVATE_KEY and the clock`,
      now + LIMIT_PAUSE,
      { cause },
    )
  const code = failure.onToken ? refusalOfToken(failure) : refusal(failure, otherwise)
  return new GithubRefused(reason(code, message), { cause })
}

/** Why no token was given for an installation. */
function refusalOfToken({ status, message }: ParsedError): ReasonCode {
  if (/suspended/i.test(message)) return 'app-suspended'
  if (status === 404) return 'app-uninstalled'
  // Asking for a repository that was taken out of the installation, or for more than the owner has granted.
  if (status === 422) return /permission/i.test(message) ? 'permission-missing' : 'app-uninstalled'
  return 'permission-missing'
}

function refusal({ status, message }: ParsedError, otherwise: ReasonCode): ReasonCode {
  // GitHub ends the tokens of an installation with the installation.
  if (status === 401) return 'app-uninstalled'
  if (/installation has been suspended/i.test(message)) return 'app-suspended'
  if (/resource not accessible by integration/i.test(message)) return 'permission-missing'
  if (/archived/i.test(message)) return 'repository-archived'
  if (status === 404 || status === 410 || status === 451) return 'repository-gone'
  if (/access blocked|repository .*(disabled|locked)/i.test(message)) return 'repository-gone'
  return status === 403 && otherwise === 'repository-gone' ? 'permission-missing' : otherwise
}
