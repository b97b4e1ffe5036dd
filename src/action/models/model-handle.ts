import type { LanguageModel } from 'ai'
import type { Price } from './prices.ts'

/** How long to wait, and how often to try, in milliseconds. */
export interface Pace {
  /** Tries of one model call. */
  readonly tries: number
  /** Before the second try; doubles with each further one. */
  readonly backoffMs: number
  /** A provider that asks for a longer pause than this is given up. */
  readonly longestWaitMs: number
  /** A reasoning model may think for minutes before its first word. */
  readonly firstChunkMs: number
  /** Silence in the middle of an answer. */
  readonly chunkMs: number
}

export const DEFAULT_PACE: Pace = {
  tries: 5,
  backoffMs: 2000,
  longestWaitMs: 120_000,
  firstChunkMs: 300_000,
  chunkMs: 180_000,
}

export interface ModelHandle {
  /** `provider/model`, as asked for. */
  readonly name: string
  readonly languageModel: LanguageModel
  /** Tokens that it takes in at once. */
  readonly window: number
  /** `null`: the price is not known. */
  readonly price: Price | null
  /** What must appear in nothing that leaves the runner. */
  readonly secrets: readonly string[]
  readonly pace: Pace
}
