import type { Reason } from '../../contract/reasons.ts'
import type { Finish } from './tools/finish.ts'

/** How the work ended. */
export type End =
  | { readonly kind: 'finished'; readonly finish: Finish }
  /** By a limit or for want of headway: what there is still counts. */
  | { readonly kind: 'stopped'; readonly reason: Reason }
  /** The model answers no more; what there is counts, too. */
  | { readonly kind: 'failed'; readonly reason: Reason }
  | { readonly kind: 'cancelled' }
