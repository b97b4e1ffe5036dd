export type ErrorVerdict =
  | { readonly kind: 'again'; readonly afterMs: number | null; readonly detail: string }
  | { readonly kind: 'without-draft' }
  | { readonly kind: 'refused'; readonly detail: string }

const LONGEST_WAIT_MS = 60_000

/**
 * What to do about a failed request. Octokit's RequestError has a `status`, which is 500 without `response` if GitHub was
 * not reached. It is recognized by its shape, because the bundle may have several versions of its class.
 */
export function classifyError(error: unknown, { draft }: { draft: boolean }): ErrorVerdict {
  const status = field(error, 'status')
  const detail = error instanceof Error ? error.message : String(error)
  if (typeof status !== 'number') return { kind: 'again', afterMs: null, detail }

  if (status >= 500) return { kind: 'again', afterMs: null, detail: `${status} ${detail}` }
  if (status === 403 || status === 429) {
    const afterMs = retryAfterMs(error)
    if (afterMs !== null && afterMs <= LONGEST_WAIT_MS) return { kind: 'again', afterMs, detail }
  }
  if (status === 422) {
    // Private repositories on a free plan have no drafts.
    if (draft && /draft/i.test(detail)) return { kind: 'without-draft' }
    if (/already exists/i.test(detail)) return { kind: 'again', afterMs: null, detail }
    // For a moment after the push, this part of GitHub may not know the new branch.
    if (/"field":"head","code":"invalid"|sha can't be blank/i.test(detail))
      return { kind: 'again', afterMs: null, detail }
  }
  return { kind: 'refused', detail: `${status} ${detail}` }
}

function retryAfterMs(error: unknown): number | null {
  const seconds = Number(field(field(field(error, 'response'), 'headers'), 'retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
