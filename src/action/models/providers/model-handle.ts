import type { LanguageModel } from 'ai'
import type { Price } from '../../../contract/known-models.ts'
import type { Effort } from '../../../contract/model.ts'
import type { RetrySettings } from './retry-settings.ts'

export interface ModelHandle {
  /** `provider/model`, as configured. */
  readonly name: string
  readonly languageModel: LanguageModel
  /** Context window in tokens. */
  readonly window: number
  /** Tokens of one answer; `null`: the provider's default. */
  readonly maxOutput: number | null
  /** Media types of the images that the model accepts. */
  readonly imageTypes: readonly string[]
  /** `null`: unknown. */
  readonly price: Price | null
  /** `null`: the model's default. */
  readonly effort: Effort | null
  /** How the model interprets the effort, if not exactly as configured. */
  readonly effortNote: string | null
  /** Must appear in nothing that leaves the runner. */
  readonly secrets: readonly string[]
  readonly retrySettings: RetrySettings
}
