import { distance } from 'fastest-levenshtein'

/** Fewer than this is too little to tell a slip of the pen from another text. */
const LEAST_LINES = 2
const LEAST_CHARACTERS = 30
/** Of all characters, how many may differ; and at which share another place counts as alike, which forbids both. */
const MOST_DIFFERENT = 0.1
const ALIKE = 0.3
/** No single line may differ by more, so that no line in the middle is taken for one that it is not. */
const MOST_DIFFERENT_IN_LINE = 0.3
const MOST_LINES = 400
const LONGEST_LINE = 1000
/** Comparing two lines costs their lengths multiplied; this is about a second of it. */
const MOST_WORK = 1_000_000_000
/** A line that is wanted more often (a lone bracket) says nothing about the place, and would cost much. */
const MOST_REPEATED = 20

/**
 * The one place where the lines stand but for small slips: at least half of them equal, none with other numbers in it
 * (a number that differs names another thing), and no second place even remotely like it. `null`: there is none.
 * Lines come without white space at their ends. Pure.
 */
export function fuzzyMatch(lines: readonly string[], wanted: readonly string[]): number | null {
  const texts = wanted.filter((line) => line !== '')
  const length = texts.reduce((sum, line) => sum + line.length, 0)
  if (texts.length < LEAST_LINES || length < LEAST_CHARACTERS) return null
  if (wanted.length > MOST_LINES || texts.some((line) => line.length > LONGEST_LINE)) return null
  const places = [...countEqualLines(lines, wanted)]
  const work = texts.reduce((sum, line) => sum + line.length ** 2, 0)
  if (places.length * work > MOST_WORK) return null
  const scored = places
    .map(([at, equal]) => ({ at, equal, cost: costOf(lines, wanted, at, length * ALIKE) }))
    .filter(({ cost }) => cost <= length * ALIKE)
  const [only] = scored
  if (only === undefined || scored.length > 1) return null
  const isClose = only.cost <= length * MOST_DIFFERENT && only.equal * 2 >= texts.length
  return isClose && wanted.every((line, index) => isSlip(line, lines[only.at + index] ?? '')) ? only.at : null
}

/** For each place, how many of the lines that say something are equal there. */
function countEqualLines(lines: readonly string[], wanted: readonly string[]): Map<number, number> {
  const where = new Map<string, number[]>()
  for (const [index, line] of wanted.entries()) {
    if (line !== '') where.set(line, [...(where.get(line) ?? []), index])
  }
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const offsets = where.get(line) ?? []
    if (offsets.length > MOST_REPEATED) continue
    for (const offset of offsets) {
      const at = index - offset
      if (at >= 0 && at + wanted.length <= lines.length) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  return counts
}

function costOf(lines: readonly string[], wanted: readonly string[], at: number, most: number): number {
  let cost = 0
  for (const [index, line] of wanted.entries()) {
    cost += distanceUpTo(most - cost, line, lines[at + index] ?? '')
    if (cost > most) return Number.POSITIVE_INFINITY
  }
  return cost
}

function isSlip(written: string, found: string): boolean {
  if (written === found) return true
  const most = Math.floor(written.length * MOST_DIFFERENT_IN_LINE)
  return numbersIn(written) === numbersIn(found) && distanceUpTo(most, written, found) <= most
}

const numbersIn = (line: string): string => (line.match(/\d+/g) ?? []).join(' ')

/** Levenshtein's distance, or infinity where the lengths alone tell that it is more: a line of a file may be very long. */
const distanceUpTo = (most: number, a: string, b: string): number =>
  Math.abs(a.length - b.length) > most ? Number.POSITIVE_INFINITY : distance(a, b)
