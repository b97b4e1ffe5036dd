/** From here on a window has room for all that is described and put out at once. */
const AMPLE_TOKENS = 128_000
/** What each request begins with: the system prompt and the tools. */
const FIXED_TOKENS = 2000
const LEAST_TOKENS = 1000

/** The part of what a model with an ample window is shown that this one has room for, up to 1. Pure. */
export const shareFor = (window: number): number => Math.min(1, freeIn(window) / freeIn(AMPLE_TOKENS))

/** A quarter of a small window is for the answer. */
const freeIn = (window: number): number => Math.max(LEAST_TOKENS, window * 0.75 - FIXED_TOKENS)

/** Most characters of one output of a tool: a small window is not to be filled by one file. Pure. */
export const outputLengthFor = (window: number): number => Math.min(30_000, Math.floor(window / 2))

/** Most characters that are read of a file at once: with the notes on it they are an output that is not cut. Pure. */
export const readLengthFor = (window: number): number => outputLengthFor(window) - 2000

/** The length of a text in characters of English: of most other scripts a character takes more tokens. Pure. */
export function weigh(text: string): number {
  let weight = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= FIRST_OF_ASIA) weight += 2
    else if (unit >= FIRST_AFTER_LATIN) weight += 1
  }
  return weight
}

const FIRST_AFTER_LATIN = 0x250
const FIRST_OF_ASIA = 0x800
