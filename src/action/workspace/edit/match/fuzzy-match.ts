import { distance } from 'fastest-levenshtein'

/** In a shorter text, a typo cannot be told from another text. */
const MIN_LINES = 2
const MIN_CHARACTERS = 30
/** The share of characters that may differ; and up to which share another place is similar, so that both are refused. */
const MAX_DIFFERENCE = 0.1
const SIMILAR = 0.3
/** No single line may differ by more, so that no line is taken for another one. */
const MAX_DIFFERENCE_IN_LINE = 0.3
const MAX_LINES = 400
const MAX_LINE_LENGTH = 1000
/** Comparing two lines costs the product of their lengths. This is about a second of it. */
const MAX_WORK = 1_000_000_000
/** A line that is quoted more often (a single bracket) says nothing about the place, and is expensive. */
const MAX_REPEATED = 20

/**
 * The only place where the lines are, except for small typos: at least half of them are equal, none has other numbers
 * (another number names another thing), and no second place is even remotely similar. `null`: there is none. Lines have
 * no white space at their ends. Pure.
 */
export function fuzzyMatch(lines: readonly string[], quoted: readonly string[]): number | null {
  const texts = quoted.filter((line) => line !== '')
  const length = texts.reduce((sum, line) => sum + line.length, 0)
  if (texts.length < MIN_LINES || length < MIN_CHARACTERS) return null
  if (quoted.length > MAX_LINES || texts.some((line) => line.length > MAX_LINE_LENGTH)) return null
  const places = [...countEqualLines(lines, quoted)]
  const work = texts.reduce((sum, line) => sum + line.length ** 2, 0)
  if (places.length * work > MAX_WORK) return null
  const scored = places
    .map(([at, equal]) => ({ at, equal, cost: costOf(lines, quoted, at, length * SIMILAR) }))
    .filter(({ cost }) => Number.isFinite(cost))
  const [only] = scored
  if (only === undefined || scored.length > 1) return null
  const isClose = only.cost <= length * MAX_DIFFERENCE && only.equal * 2 >= texts.length
  return isClose && quoted.every((line, index) => isTypo(line, lines[only.at + index] ?? '')) ? only.at : null
}

/** How many of the lines that are not empty are equal at each place. */
function countEqualLines(lines: readonly string[], quoted: readonly string[]): Map<number, number> {
  const where = new Map<string, number[]>()
  for (const [index, line] of quoted.entries()) {
    if (line !== '') where.set(line, [...(where.get(line) ?? []), index])
  }
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const offsets = where.get(line) ?? []
    if (offsets.length > MAX_REPEATED) continue
    for (const offset of offsets) {
      const at = index - offset
      if (at >= 0 && at + quoted.length <= lines.length) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  return counts
}

function costOf(lines: readonly string[], quoted: readonly string[], at: number, max: number): number {
  let cost = 0
  for (const [index, line] of quoted.entries()) {
    cost += distanceUpTo(max - cost, line, lines[at + index] ?? '')
    if (cost > max) return Number.POSITIVE_INFINITY
  }
  return cost
}

function isTypo(written: string, found: string): boolean {
  if (written === found) return true
  const max = Math.floor(written.length * MAX_DIFFERENCE_IN_LINE)
  return numbersIn(written) === numbersIn(found) && distanceUpTo(max, written, found) <= max
}

const numbersIn = (line: string): string => (line.match(/\d+/g) ?? []).join(' ')

/** The Levenshtein distance; infinity if the lengths alone differ by more, since a line of a file may be very long. */
const distanceUpTo = (max: number, a: string, b: string): number =>
  Math.abs(a.length - b.length) > max ? Number.POSITIVE_INFINITY : distance(a, b)
