import type { LanguageModel } from 'ai'
import type { Effort } from '../../../contract/effort.ts'
import type { Price } from '../cost/known-models.ts'

/** How long to wait, and how often to try, in milliseconds. */
export interface RetrySettings {
  /** Of one model call whose answer breaks off or makes no sense. */
  readonly tries: number
  /** Before the second try; doubles with each further one. */
  readonly backoffMs: number
  readonly longestBackoffMs: number
  /** A provider that is overloaded, away or limits the rate is asked again for this long. */
  readonly patienceMs: number
  /** One that asks for a longer pause than this is given up. */
  readonly longestWaitMs: number
  /** A reasoning model may think for minutes before its first word. */
  readonly firstChunkMs: number
  /** Silence in the middle of an answer. */
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
  /** `provider/model`, as asked for. */
  readonly name: string
  readonly languageModel: LanguageModel
  /** Tokens that it takes in at once. */
  readonly window: number
  /** Tokens that one answer may have; `null`: what the provider thinks best. */
  readonly maxOutput: number | null
  /** `null`: the price is not known. */
  readonly price: Price | null
  /** `null`: as the model does by itself. */
  readonly effort: Effort | null
  /** What the model makes of the effort, where that is not just what was asked for. */
  readonly effortNote: string | null
  /** What must appear in nothing that leaves the runner. */
  readonly secrets: readonly string[]
  readonly pace: RetrySettings
}
