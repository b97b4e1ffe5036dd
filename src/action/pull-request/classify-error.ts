export type ErrorVerdict =
  /** GitHub limits the rate of requests. `waitMs`: how long; `null`: it does not say. */
  | { readonly kind: 'rate-limit'; readonly waitMs: number | null; readonly detail: string }
  | { readonly kind: 'transient'; readonly detail: string }
  | { readonly kind: 'without-draft' }
  | { readonly kind: 'refused'; readonly detail: string }

/**
 * What to do about a failed request. Octokit's RequestError has a `status`, which is 500 without `response` if GitHub was
 * not reached. It is recognized by its shape, because the bundle may have several versions of its class. Pure.
 */
export function classifyError(
  error: unknown,
  { draft, now }: { readonly draft: boolean; readonly now: number },
): ErrorVerdict {
  const status = field(error, 'status')
  const detail = error instanceof Error ? error.message : String(error)
  if (typeof status !== 'number') return { kind: 'transient', detail }
  if (status >= 500) return { kind: 'transient', detail: `${status} ${detail}` }
  if (status === 403 || status === 429) return classifyLimit(error, { status, detail, now })
  if (status === 422) {
    // Private repositories on a free plan have no drafts.
    if (draft && /draft/i.test(detail)) return { kind: 'without-draft' }
    if (/already exists/i.test(detail)) return { kind: 'transient', detail }
    // For a moment after the push, this part of GitHub may not know the new branch.
    if (/"field":"head","code":"invalid"|sha can't be blank/i.test(detail))
      return { kind: 'transient', detail }
  }
  return { kind: 'refused', detail: `${status} ${detail}` }
}

/** GitHub counts whole seconds. */
const MARGIN_MS = 1000

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function classifyLimit(
  error: unknown,
  { status, detail, now }: { readonly status: number; readonly detail: string; readonly now: number },
): ErrorVerdict {
  const header = (name: string): unknown => field(field(field(error, 'response'), 'headers'), name)
  const retryAfter = numberOf(header('retry-after'))
  if (retryAfter !== null) return { kind: 'rate-limit', waitMs: retryAfter * 1000, detail }
  const reset = numberOf(header('x-ratelimit-reset'))
  if (numberOf(header('x-ratelimit-remaining')) === 0 && reset !== null) {
    // By GitHub's own clock: the one of the runner may differ.
    const date = Date.parse(String(header('date')))
    const waitMs = Math.max(0, reset * 1000 - (Number.isNaN(date) ? now : date)) + MARGIN_MS
    return { kind: 'rate-limit', waitMs, detail }
  }
  // Any other 403 is a missing permission.
  if (status === 429 || /rate limit|abuse detection/i.test(detail)) {
    return { kind: 'rate-limit', waitMs: null, detail }
  }
  return { kind: 'refused', detail: `${status} ${detail}` }
}

function numberOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return /^\d+$/.test(String(value)) ? Number(value) : null
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
