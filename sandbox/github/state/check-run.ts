import type { App } from './account.ts'

export type CheckStatus = 'queued' | 'in_progress' | 'completed'

export interface CheckOutput {
  readonly title: string
  readonly summary: string
  readonly text: string | null
}

export interface CheckAnnotation {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title: string | null
}

/** A button on the page of a check run. */
export interface CheckAction {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

/** What the app that owns it may set. */
export interface CheckFields {
  name: string
  externalId: string
  detailsUrl: string | null
  status: CheckStatus
  conclusion: string | null
  output: CheckOutput | null
  actions: readonly CheckAction[]
}

export interface CheckRun extends CheckFields {
  readonly id: number
  readonly suiteId: number
  readonly app: App
  readonly headSha: string
  readonly startedAt: Date
  completedAt: Date | null
  /** Every update adds to them. */
  readonly annotations: CheckAnnotation[]
}
