/** How much of a conversation the model gets to read, in characters. */
export interface ContextBudget {
  /** Tool outputs and long inputs that survive pruning, newest first. */
  readonly kept: number
  /** How much more may accumulate before they are pruned. */
  readonly slack: number
  /** Of the whole request. Beyond it, the conversation is compacted. */
  readonly total: number
  /** Of the last steps, which survive compaction. */
  readonly tail: number
}

/** A longer request costs more and is read with less care, even if the window is larger. */
const MAX_TOKENS = 200_000
/**
 * What is kept is sent and cached anew at each pruning; what accumulates is read from the cache with each request. At
 * list prices, over 200 steps of reading, this pair is near the lowest cost at which a dozen files of usual size stay
 * readable. See bench/README.md.
 */
const MAX_KEPT = 80_000
const MAX_SLACK = 170_000
const ANSWER_TOKENS = 16_000

/** Pure. `tokensPerCharacter`: as measured with the last request. */
export function contextBudget(window: number, tokensPerCharacter: number): ContextBudget {
  const tokens = Math.min(window, MAX_TOKENS)
  const available = (tokens - Math.min(ANSWER_TOKENS, tokens / 4)) / tokensPerCharacter
  return {
    kept: Math.min(MAX_KEPT, available * 0.2),
    slack: Math.min(MAX_SLACK, available * 0.425),
    total: available * 0.85,
    tail: available * 0.2,
  }
}
