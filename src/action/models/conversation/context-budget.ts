/** How much of a conversation a model gets to read, in characters. */
export interface ContextBudget {
  /** Of what tools put out and took in: the newest that stay when the old is pruned, and what may come on top first. */
  readonly kept: number
  readonly slack: number
  /** Of the whole request; beyond it the conversation is compacted. */
  readonly whole: number
  /** Of the last steps, which survive that. */
  readonly tail: number
}

/** More is dearer and read with less care, even where the window is larger. */
const MOST_TOKENS = 200_000
/**
 * What stays is sent and cached anew each time the old is pruned; what comes on top is read from the cache with each
 * request. At list prices, over 200 steps of reading, this pair is near the least cost at which a dozen reads of a
 * usual size are always there. See bench/README.md.
 */
const MOST_KEPT = 80_000
const MOST_SLACK = 170_000
const ANSWER_TOKENS = 16_000

/** Pure. `tokensPerCharacter`: as measured with the last request. */
export function contextBudget(window: number, tokensPerCharacter: number): ContextBudget {
  const tokens = Math.min(window, MOST_TOKENS)
  const whole = (tokens - Math.min(ANSWER_TOKENS, tokens / 4)) / tokensPerCharacter
  return {
    kept: Math.min(MOST_KEPT, whole * 0.2),
    slack: Math.min(MOST_SLACK, whole * 0.425),
    whole: whole * 0.85,
    tail: whole * 0.2,
  }
}
