/** A line of the new text: the line of the old text that it keeps, or a new one with the old line it stands for. */
export type Aligned =
  | { readonly kept: number }
  | { readonly text: string; readonly insteadOf: number | null; readonly near: number }

/** The most comparisons for the best alignment; above it all lines between the common ends count as new. */
const MOST_COMPARISONS = 4_000_000

/** Which lines of `fresh` are lines of `old` (the longest common subsequence), so that only the others are put. Pure. */
export function alignLines(old: readonly string[], fresh: readonly string[]): Aligned[] {
  const shortest = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shortest && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shortest - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const middle = keepCommon(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail))
  const kept = [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...middle.map(([a, b]) => [a + head, b + head] as const),
    ...Array.from({ length: tail }, (_, n) => [old.length - tail + n, fresh.length - tail + n] as const),
  ]
  return fillBetween(old.length, fresh, kept)
}

type Pair = readonly [old: number, fresh: number]

function keepCommon(old: readonly string[], fresh: readonly string[]): Pair[] {
  if (old.length * fresh.length > MOST_COMPARISONS) return []
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (a: number, b: number): number => lengths[a * width + b] ?? 0
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = fresh.length - 1; b >= 0; b -= 1) {
      lengths[a * width + b] =
        old[a] === fresh[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  }
  const pairs: Pair[] = []
  for (let a = 0, b = 0; a < old.length && b < fresh.length; ) {
    if (old[a] === fresh[b]) pairs.push([a++, b++])
    else if (at(a + 1, b) >= at(a, b + 1)) a += 1
    else b += 1
  }
  return pairs
}

/** Between two kept lines, as many new lines as old ones stand for each other one by one. */
function fillBetween(oldLength: number, fresh: readonly string[], kept: readonly Pair[]): Aligned[] {
  const result: Aligned[] = []
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of [...kept, [oldLength, fresh.length] as const]) {
    const isOneByOne = nextA - a === nextB - b
    for (let n = 0; b + n < nextB; n += 1) {
      const near = Math.min(a + n, Math.max(a, nextA - 1), Math.max(0, oldLength - 1))
      result.push({ text: fresh[b + n] ?? '', insteadOf: isOneByOne ? a + n : null, near })
    }
    if (nextA < oldLength) result.push({ kept: nextA })
    a = nextA + 1
    b = nextB + 1
  }
  return result
}
