import type { Reason } from '../../contract/reasons.ts'

type UnavailableOptions = ErrorOptions & { readonly isLimit?: boolean }

/** GitHub did not respond, is overloaded or limits the App: retry at `retryAt` (epoch ms). */
export class GithubUnavailable extends Error {
  override name = 'GithubUnavailable'
  readonly retryAt: number
  /** True for a rate limit of the installation, false for an outage. */
  readonly isLimit: boolean
  constructor(message: string, retryAt: number, { isLimit = false, ...options }: UnavailableOptions = {}) {
    super(message, options)
    this.retryAt = retryAt
    this.isLimit = isLimit
  }
}

/** GitHub refused the request. A retry does not help until a person fixes the cause. */
export class GithubRefused extends Error {
  override name = 'GithubRefused'
  readonly reason: Reason
  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }
}
