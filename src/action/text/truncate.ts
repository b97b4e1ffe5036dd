import { cutHead, cutTail } from '../../contract/text.ts'

/** Keeps head and tail of a text longer than `maxLength` characters and says how much is missing between them. Pure. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const half = Math.floor(maxLength / 2)
  const head = cutHead(text, half)
  const tail = cutTail(text, half)
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}

/** Cuts to one short text. What leaves the runner has no secret in it by then. */
export const truncateLine = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
