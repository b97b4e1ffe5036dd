/** Before the first answer. Prose has about four characters to a token, code and JSON rather three. */
export const FIRST_GUESS = 0.32

/** Servers that count nothing, or not all, must not make a conversation look small; other scripts need more. Pure. */
export function measureTokens(inputTokens: number, characters: number): number {
  if (inputTokens === 0 || characters === 0) return FIRST_GUESS
  return Math.min(1.5, Math.max(0.2, inputTokens / characters))
}
