import { prefixEnd } from './prefix-end.ts'

/** Keys from `first` (inclusive) to `end` (exclusive; `null`: to the last key), in the order of their UTF-8 bytes. */
export interface KeyRange {
  readonly first: string
  readonly end: string | null
}

export function keyRange(prefix: string, after?: string): KeyRange {
  const isInside = after !== undefined && Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0
  return { first: isInside ? keyAfter(after) : prefix, end: prefixEnd(prefix) }
}

/** Nothing lies between a key and that key followed by a zero byte. */
export const keyAfter = (key: string): string => `${key}\u0000`
