/**
 * Tokens that a model takes in at once, by the beginning of its id, as its provider documents them. One that is not
 * here gets the default; a provider that refuses a shorter conversation teaches the run better while it goes on.
 */
const WINDOWS: readonly (readonly [beginning: string, tokens: number])[] = [
  ['anthropic/', 200_000],
  ['openai/gpt-4.1', 1_047_576],
  ['openai/gpt-4o', 128_000],
  ['openai/gpt-', 272_000],
  ['openai/o', 200_000],
  ['google/', 1_048_576],
]

const DEFAULT_WINDOW = 128_000

/** `name` is `provider/model`. Pure. */
export const findContextWindow = (name: string): number =>
  WINDOWS.find(([beginning]) => name.startsWith(beginning))?.[1] ?? DEFAULT_WINDOW
