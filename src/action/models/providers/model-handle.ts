import type { LanguageModel } from 'ai'
import type { Price } from '../../../contract/known-models.ts'
import type { Effort } from '../../../contract/model.ts'

/** How often and how long to retry. Times in milliseconds. */
export interface RetrySettings {
  /** For a call whose answer is interrupted or unreadable. */
  readonly tries: number
  /** Before the second try. Doubles with each further try. */
  readonly backoffMs: number
  readonly longestBackoffMs: number
  /** How long to retry a provider that is overloaded, unavailable or rate-limiting. */
  readonly patienceMs: number
  /** If a provider asks for a longer pause, the call fails. */
  readonly longestWaitMs: number
  /** Timeout until the first token: a reasoning model may take minutes. */
  readonly firstChunkMs: number
  /** Timeout within an answer. */
  readonly chunkMs: number
}

export const DEFAULT_RETRY_SETTINGS: RetrySettings = {
  tries: 5,
  backoffMs: 2000,
  longestBackoffMs: 60_000,
  patienceMs: 300_000,
  longestWaitMs: 900_000,
  firstChunkMs: 300_000,
  chunkMs: 180_000,
}

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
