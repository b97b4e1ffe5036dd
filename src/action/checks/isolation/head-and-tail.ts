import { cutHead, cutTail } from '../../../contract/text.ts'

/** Head and tail of an output of any length. */
export interface HeadAndTail {
  add(chunk: Buffer): void
  /** Total bytes so far. */
  readonly bytes: number
  text(): string
}

export function keepHeadAndTail(headBytes: number, tailBytes: number): HeadAndTail {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let inHead = 0
  let inTail = 0
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.length
      const first = chunk.subarray(0, headBytes - inHead)
      if (first.length > 0) head.push(first)
      inHead += first.length
      const rest = chunk.subarray(first.length)
      if (rest.length === 0) return
      tail.push(rest)
      inTail += rest.length
      // Not for every chunk, since a chunk may be a few bytes.
      if (inTail > 2 * tailBytes) {
        tail = [Buffer.from(Buffer.concat(tail).subarray(-tailBytes))]
        inTail = tailBytes
      }
    },
    get bytes() {
      return bytes
    },
    text() {
      const last = Buffer.concat(tail).subarray(-tailBytes)
      const left = bytes - inHead - last.length
      if (left === 0) return readable(Buffer.concat([...head, last]).toString('utf8'))
      const first = endWhole(Buffer.concat(head).toString('utf8'))
      return readable(`${first}\n[… ${left} bytes left out …]\n${beginWhole(last.toString('utf8'))}`)
    },
  }
}

/** Cut at whole words: the part left out may hold the other half of a secret. */
const endWhole = (head: string): string => cutHead(`${head}x`, head.length)
const beginWhole = (tail: string): string => cutTail(`x${tail}`, tail.length)

/** Colours, cursor movements and window titles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence starts with one
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

/** The output as a terminal would show it: of a line that was overwritten, the last state. */
const readable = (text: string): string =>
  text
    .replace(ESCAPES, '')
    .replace(/\r+/g, '\r')
    .replace(/^.*\r(?=.)/gm, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
