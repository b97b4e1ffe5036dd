const LINES_SEARCHED = 50_000
const LENGTH_SHOWN = 300
/** A line that is quoted more often says nothing about the place. */
const MAX_REPEATED = 20
const NUMBERED = /^\s*\d+\t/

/** A sentence that names the most similar text of the file, and where it differs from `old`. Pure. */
export function describeNearest(lines: readonly string[], old: string): string {
  const quoted = old.split('\n')
  const texts = quoted.filter((line) => line.trim() !== '')
  if (texts.length > 0 && texts.every((line) => NUMBERED.test(line))) {
    return 'Leave out the line numbers and tabs that read shows.'
  }
  const at = texts.length > 1 ? findBestPlace(lines, quoted) : null
  if (at === null) return describeNearestLine(lines, texts[0]?.trim())
  const last = Math.min(at + quoted.length, lines.length)
  const mismatch = quoted.findIndex((line, index) => line.trim() !== lines[at + index]?.trim())
  const where = `The nearest text is at lines ${at + 1} to ${last}`
  if (mismatch === -1)
    return `${where}; only its indentation differs, and by more than one rule. Copy it as read shows it.`
  const found = lines[at + mismatch]
  if (found === undefined) return `${where}, where the file ends.`
  return `${where}; it differs first in line ${at + mismatch + 1}: ${quote(found)}, where \`old\` has ${quote(quoted[mismatch] ?? '')}.`
}

const quote = (line: string): string => JSON.stringify(line.trimEnd().slice(0, LENGTH_SHOWN).toWellFormed())

/** The place with the most equal lines; of several, the first. */
function findBestPlace(lines: readonly string[], quoted: readonly string[]): number | null {
  const offsetsOf = new Map<string, number[]>()
  for (const [index, line] of quoted.entries()) {
    const bare = line.trim()
    const offsets = offsetsOf.get(bare) ?? []
    if (bare.length <= 2 || offsets.length > MAX_REPEATED) continue
    offsetsOf.set(bare, [...offsets, index])
  }
  const votes = new Map<number, number>()
  for (const [index, line] of lines.slice(0, LINES_SEARCHED).entries()) {
    const offsets = offsetsOf.get(line.trim()) ?? []
    if (offsets.length > MAX_REPEATED) continue
    for (const offset of offsets) {
      const at = index - offset
      if (at >= 0) votes.set(at, (votes.get(at) ?? 0) + 1)
    }
  }
  const [best] = [...votes].toSorted(([placeA, a], [placeB, b]) => b - a || placeA - placeB)
  return best?.[0] ?? null
}

const LINES_COMPARED = 20_000
/** Two lines with a smaller share of common letter pairs are not similar. */
const MIN_SIMILARITY = 0.4

/** A sentence that names the line most similar to the first quoted one. */
function describeNearestLine(lines: readonly string[], quoted: string | undefined): string {
  if (quoted === undefined) return 'It is only white space: copy some text with it.'
  const pairs = pairsOf(quoted)
  let best = { similarity: MIN_SIMILARITY, number: 0, line: '' }
  for (const [index, line] of lines.slice(0, LINES_COMPARED).entries()) {
    const similarity = compare(pairs, pairsOf(line.trim()))
    if (similarity > best.similarity) best = { similarity, number: index + 1, line }
  }
  if (best.number === 0) return 'No line is like it: read the file again.'
  const hint =
    best.similarity === 1
      ? 'Check the white space and the lines after it.'
      : 'Copy the text exactly as read shows it.'
  return `The nearest line is ${best.number}: ${quote(best.line)}. ${hint}`
}

function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>()
  const short = ` ${line.slice(0, LENGTH_SHOWN)} `
  for (let at = 0; at < short.length - 1; at += 1) {
    const pair = short.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** Dice's coefficient of letter pairs: 1 for equal lines, 0 for lines without a common pair. */
function compare(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0)
  const sum = (pairs: ReadonlyMap<string, number>) =>
    [...pairs.values()].reduce((total, count) => total + count, 0)
  return (2 * common) / (sum(a) + sum(b))
}
