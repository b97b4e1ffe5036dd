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

type RefusedOptions = ErrorOptions & { readonly status?: number | null }

/** GitHub refused the request. A retry does not help until a person fixes the cause; but see doubt.ts. */
export class GithubRefused extends Error {
  override name = 'GithubRefused'
  readonly reason: Reason
  /** Of GitHub's response; `null`: the server knows it from elsewhere, such as a webhook. */
  readonly status: number | null
  constructor(reason: Reason, { status = null, ...options }: RefusedOptions = {}) {
    super(reason.message, options)
    this.reason = reason
    this.status = status
  }
}

/** An outage or a rate limit is thrown as GithubUnavailable. `isDoubtful`: GitHub may take it back, see doubt.ts. */
export type Refused = {
  readonly isDoubtful?: boolean
} /** The installation has not granted the permission. */ & (
  | { readonly kind: 'not-granted'; readonly detail: string }
  /** For example the conversation is locked, or what was to be updated was deleted. A retry does not help. */
  | { readonly kind: 'refused'; readonly detail: string }
)

/** How GitHub took a request that adds something to what people see. */
export type Sent = { readonly kind: 'sent' } | Refused

/** How GitHub took what was to be shown. */
export type Written = { readonly kind: 'written'; readonly id: number } | Refused
