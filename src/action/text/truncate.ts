import { cutHead, cutTail } from '../../contract/cut-text.ts'

/** Keeps head and tail of a text longer than `most` characters and says how much is missing between them. Pure. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  const head = cutHead(text, half)
  const tail = cutTail(text, half)
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}

/** Cuts to one short text. What leaves the runner has no secret in it by then. */
export const truncateLine = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
