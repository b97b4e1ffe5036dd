const LINES_LOOKED_AT = 20_000
const LENGTH_LOOKED_AT = 300
/** Below this share of common letter pairs two lines have nothing to do with each other. */
const LIKENESS = 0.4

/** A sentence that names the line most like the first line of `old` that says anything. Pure. */
export function findNearestLine(lines: readonly string[], old: string): string {
  const wanted = old
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
  if (wanted === undefined) return 'It is only white space: copy some text with it.'
  const pairs = pairsOf(wanted)
  let best = { likeness: LIKENESS, number: 0, line: '' }
  for (const [index, line] of lines.slice(0, LINES_LOOKED_AT).entries()) {
    const likeness = compare(pairs, pairsOf(line.trim()))
    if (likeness > best.likeness) best = { likeness, number: index + 1, line: line.trimEnd() }
  }
  if (best.number === 0) return 'No line is like it: read the file again.'
  const shown = JSON.stringify(best.line.slice(0, LENGTH_LOOKED_AT).toWellFormed())
  const hint =
    best.likeness === 1
      ? 'Check the white space and the lines after it.'
      : 'Copy the text exactly as read shows it.'
  return `The nearest line is ${best.number}: ${shown}. ${hint}`
}

function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>()
  const short = ` ${line.slice(0, LENGTH_LOOKED_AT)} `
  for (let at = 0; at < short.length - 1; at += 1) {
    const pair = short.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** Dice's coefficient over letter pairs: 1 for equal lines, 0 for lines without a common pair. */
function compare(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0)
  const sum = (pairs: ReadonlyMap<string, number>) =>
    [...pairs.values()].reduce((total, count) => total + count, 0)
  return (2 * common) / (sum(a) + sum(b))
}
