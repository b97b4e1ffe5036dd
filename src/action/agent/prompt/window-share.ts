/** From this size on, a window has room for everything that is described and printed. */
const AMPLE_TOKENS = 128_000
/** What each request begins with: the system prompt and the tools. */
const FIXED_TOKENS = 2000
const MIN_TOKENS = 1000

/** How much of what a model with an ample window is shown has room in this window, up to 1. Pure. */
export const shareFor = (window: number): number => Math.min(1, freeIn(window) / freeIn(AMPLE_TOKENS))

/** A quarter of a small window is for the answer. */
const freeIn = (window: number): number => Math.max(MIN_TOKENS, window * 0.75 - FIXED_TOKENS)

/** Maximum length of one tool output, in characters: one file must not fill a small window. Pure. */
export const outputLengthFor = (window: number): number => Math.min(30_000, Math.floor(window / 2))

/** Maximum length of a file that is read in one piece: with the notes on it, it fits into one output. Pure. */
export const readLengthFor = (window: number): number => outputLengthFor(window) - 2000

/** The length of a text in characters of English: a character of most other scripts takes more tokens. Pure. */
export function weightedLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= FIRST_OF_ASIA) length += 2
    else if (unit >= FIRST_AFTER_LATIN) length += 1
  }
  return length
}

const FIRST_AFTER_LATIN = 0x250
const FIRST_OF_ASIA = 0x800
