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
const MOST_KEPT = 200_000
const ANSWER_TOKENS = 16_000

/** Pure. `tokensPerCharacter`: as measured with the last request. */
export function roomIn(window: number, tokensPerCharacter: number): Room {
  const tokens = Math.min(window, MOST_TOKENS)
  const whole = (tokens - Math.min(ANSWER_TOKENS, tokens / 4)) / tokensPerCharacter
  const kept = Math.min(MOST_KEPT, whole * 0.4)
  return { kept, slack: kept / 4, whole: whole * 0.85, tail: whole * 0.2 }
}

/** Before the first answer. Prose has about four characters to a token, code and JSON rather three. */
export const FIRST_GUESS = 0.32

/** Servers that count nothing, or not all, must not make a conversation look small; other scripts need more. Pure. */
export function measureTokens(inputTokens: number, characters: number): number {
  if (inputTokens === 0 || characters === 0) return FIRST_GUESS
  return Math.min(1.5, Math.max(0.2, inputTokens / characters))
}
