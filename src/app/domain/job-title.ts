import { VISIBLE } from '../../contract/job.ts'

/** UTF-16 units. */
const TITLE_LENGTH = 100
/** Three ASCII characters: with one character beyond Latin-1, V8 stores a whole record with two bytes per character. */
const CUT = '...'
const BLANKS = /[\s\p{Cc}\p{Z}]+/gu
/** They would reorder the text around a title. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Words that a title shows as they are: most prompts, and ten times faster than the replacements. */
const PLAIN = /^[!-~]+(?: [!-~]+)* ?$/

/** What a list shows of a prompt: its first line with a visible character, in at most 100 characters. */
export function titleOf(prompt: string): string {
  const line = firstLine(prompt)
  const title = PLAIN.test(line) ? line.trimEnd() : line.replace(DIRECTIONS, '').replace(BLANKS, ' ').trim()
  if (title.length <= TITLE_LENGTH) return title
  const cut = title.slice(0, TITLE_LENGTH - CUT.length)
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}${CUT}`
}

/** Or the beginning of it, longer than a title. */
function firstLine(prompt: string): string {
  const start = /^[!-~]/.test(prompt) ? 0 : Math.max(0, prompt.search(VISIBLE))
  const line = prompt.slice(start, start + 2 * TITLE_LENGTH)
  const end = line.search(/[\r\n]/)
  return end < 0 ? line : line.slice(0, end)
}
