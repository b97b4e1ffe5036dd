/** From here on a window has room for all that is described and put out at once. */
const AMPLE_TOKENS = 128_000

/** The part of what a model with an ample window is shown that this one has room for, up to 1. Pure. */
export const shareFor = (window: number): number => Math.min(1, window / AMPLE_TOKENS)

/** Most characters of one output of a tool: a small window is not to be filled by one file. Pure. */
export const outputLengthFor = (window: number): number => Math.min(30_000, Math.floor(window / 2))

/** Most characters that are read of a file at once: with the notes on it they are an output that is not cut. Pure. */
export const readLengthFor = (window: number): number => outputLengthFor(window) - 2000
