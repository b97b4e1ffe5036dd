import type { Reason } from '../contract/reasons.ts'
import { reason } from '../contract/reasons.ts'
import type { Usage } from '../contract/run.ts'
import type { ResultRequest } from '../contract/runner-protocol.ts'

export interface Published {
  readonly branch: string
  readonly headSha: string
  readonly pullRequest: { readonly number: number; readonly url: string }
}

/** How the run ended. */
export type Ending =
  | { readonly outcome: 'published'; readonly published: Published }
  | { readonly outcome: 'no-change'; readonly headSha: string | null; readonly reason: Reason }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly published: Published | null }
  | { readonly outcome: 'cancelled'; readonly reason: Reason }

/** The ending with what is known of the work, however far it came. */
export interface JobEnd {
  readonly ending: Ending
  readonly summary: string | null
  readonly usage: Usage | null
  readonly files: readonly string[]
  /** File with the change that could not be published. */
  readonly patchPath: string | null
}

export const cancelledBy = (who: string): Ending => ({
  outcome: 'cancelled',
  reason: reason('cancelled', who),
})

export type Status = 'completed' | 'failed' | 'cancelled'

export function statusOf(ending: Ending): Status {
  switch (ending.outcome) {
    case 'published':
    case 'no-change':
      return 'completed'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return 'cancelled'
  }
}

export const reasonOf = (ending: Ending): Reason | null =>
  ending.outcome === 'published' ? null : ending.reason

export const publishedOf = (ending: Ending): Published | null =>
  ending.outcome === 'published' || ending.outcome === 'failed' ? ending.published : null

const SUMMARY_LIMIT = 10_000

/** The ending in the words of the runner protocol. */
export function resultOf(end: JobEnd, acknowledged: number): ResultRequest {
  const base = { acknowledged, summary: end.summary?.slice(0, SUMMARY_LIMIT) ?? null, usage: end.usage }
  const { ending } = end
  switch (ending.outcome) {
    case 'published':
      return { outcome: 'published', ...base, published: toProtocol(ending.published) }
    case 'no-change':
      return { outcome: 'no-change', ...base, headSha: ending.headSha }
    case 'failed':
      return {
        outcome: 'failed',
        ...base,
        reason: ending.reason,
        published: ending.published && toProtocol(ending.published),
      }
    case 'cancelled':
      return { outcome: 'cancelled', ...base }
  }
}

const toProtocol = (published: Published) => ({
  headSha: published.headSha,
  pullRequest: published.pullRequest.number,
})
