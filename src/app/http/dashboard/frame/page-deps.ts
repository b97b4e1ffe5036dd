import type { GuardDeps } from './guard.ts'
import type { RespondDeps } from './respond.ts'

/** What every page gets. A page that needs more extends it in its own room. */
export interface PageDeps extends RespondDeps, GuardDeps {
  /** Web address of GitHub. */
  readonly serverUrl: string
  readonly now: () => number
}
