/** How much of a conversation a model gets to read, in characters. */
export interface Room {
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
export function roomIn(window: number, tokensPerCharacter: number): Room {
  const tokens = Math.min(window, MOST_TOKENS)
  const whole = (tokens - Math.min(ANSWER_TOKENS, tokens / 4)) / tokensPerCharacter
  return {
    kept: Math.min(MOST_KEPT, whole * 0.2),
    slack: Math.min(MOST_SLACK, whole * 0.425),
    whole: whole * 0.85,
    tail: whole * 0.2,
  }
}

/** Before the first answer. Prose has about four characters to a token, code and JSON rather three. */
export const FIRST_GUESS = 0.32

/** Servers that count nothing, or not all, must not make a conversation look small; other scripts need more. Pure. */
export function measureTokens(inputTokens: number, characters: number): number {
  if (inputTokens === 0 || characters === 0) return FIRST_GUESS
  return Math.min(1.5, Math.max(0.2, inputTokens / characters))
}
