import type { Batches } from '../../../batches/batches.ts'
import type { PageDeps } from '../frame/page-deps.ts'

export interface BatchPagesDeps extends PageDeps {
  readonly batches: Batches
  /** Whether the action can call a model of this name. */
  readonly isModel: (name: string) => boolean
}
