import { findNearestLine } from './find-nearest-line.ts'

const LINES_LOOKED_AT = 50_000
const LENGTH_SHOWN = 300
/** A line that is wanted more often says nothing about the place. */
const MOST_REPEATED = 20
const NUMBERED = /^\s*\d+\t/

/** A sentence that names what in the file is most like `old`, and where the two part. Pure. */
export function describeNearest(lines: readonly string[], old: string): string {
  const wanted = old.split('\n')
  const texts = wanted.filter((line) => line.trim() !== '')
  if (texts.length > 0 && texts.every((line) => NUMBERED.test(line))) {
    return 'Leave out the line numbers and tabs that read shows.'
  }
  const at = texts.length > 1 ? findBestPlace(lines, wanted) : null
  if (at === null) return findNearestLine(lines, old)
  const last = Math.min(at + wanted.length, lines.length)
  const parting = wanted.findIndex((line, index) => line.trim() !== lines[at + index]?.trim())
  const where = `The nearest text is at lines ${at + 1} to ${last}`
  if (parting === -1)
    return `${where}; only its indentation differs, and by more than one rule. Copy it as read shows it.`
  const found = lines[at + parting]
  if (found === undefined) return `${where}, where the file ends.`
  return `${where}; it differs first in line ${at + parting + 1}: ${quote(found)}, where \`old\` has ${quote(wanted[parting] ?? '')}.`
}

const quote = (line: string): string => JSON.stringify(line.trimEnd().slice(0, LENGTH_SHOWN).toWellFormed())

/** The place with the most equal lines; of equally good ones the first. */
function findBestPlace(lines: readonly string[], wanted: readonly string[]): number | null {
  const where = new Map<string, number[]>()
  for (const [index, line] of wanted.entries()) {
    const bare = line.trim()
    if (bare.length > 2) where.set(bare, [...(where.get(bare) ?? []), index])
  }
  const votes = new Map<number, number>()
  for (const [index, line] of lines.slice(0, LINES_LOOKED_AT).entries()) {
    const offsets = where.get(line.trim()) ?? []
    if (offsets.length > MOST_REPEATED) continue
    for (const offset of offsets) {
      const at = index - offset
      if (at >= 0) votes.set(at, (votes.get(at) ?? 0) + 1)
    }
  }
  const [best] = [...votes].toSorted(([placeA, a], [placeB, b]) => b - a || placeA - placeB)
  return best?.[0] ?? null
}
