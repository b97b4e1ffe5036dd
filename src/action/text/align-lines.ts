/** A line of the new text: an old line that is kept, or a new one with the old line that it replaces. */
export type Aligned =
  | { readonly kept: number }
  | { readonly text: string; readonly insteadOf: number | null; readonly near: number }

/** Above this, all lines between the common ends count as new. */
const MAX_COMPARISONS = 4_000_000

/** Finds the lines of `put` that are lines of `old`, by their longest common subsequence. Pure. */
export function alignLines(old: readonly string[], put: readonly string[]): Aligned[] {
  const shortest = Math.min(old.length, put.length)
  let head = 0
  while (head < shortest && old[head] === put[head]) head += 1
  let tail = 0
  while (tail < shortest - head && old.at(-1 - tail) === put.at(-1 - tail)) tail += 1
  const middle = keepCommon(old.slice(head, old.length - tail), put.slice(head, put.length - tail))
  const kept = [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...middle.map(([a, b]) => [a + head, b + head] as const),
    ...Array.from({ length: tail }, (_, n) => [old.length - tail + n, put.length - tail + n] as const),
  ]
  return fillBetween(old.length, put, kept)
}

type Pair = readonly [old: number, put: number]

function keepCommon(old: readonly string[], put: readonly string[]): Pair[] {
  if (old.length * put.length > MAX_COMPARISONS) return []
  const width = put.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (a: number, b: number): number => lengths[a * width + b] ?? 0
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = put.length - 1; b >= 0; b -= 1) {
      lengths[a * width + b] = old[a] === put[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  }
  const pairs: Pair[] = []
  for (let a = 0, b = 0; a < old.length && b < put.length; ) {
    if (old[a] === put[b]) pairs.push([a++, b++])
    else if (at(a + 1, b) >= at(a, b + 1)) a += 1
    else b += 1
  }
  return pairs
}

/** Between two kept lines, new lines replace old ones one by one if there are as many of both. */
function fillBetween(oldLength: number, put: readonly string[], kept: readonly Pair[]): Aligned[] {
  const result: Aligned[] = []
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of [...kept, [oldLength, put.length] as const]) {
    const isOneByOne = nextA - a === nextB - b
    for (let n = 0; b + n < nextB; n += 1) {
      const near = Math.min(a + n, Math.max(a, nextA - 1), Math.max(0, oldLength - 1))
      result.push({ text: put[b + n] ?? '', insteadOf: isOneByOne ? a + n : null, near })
    }
    if (nextA < oldLength) result.push({ kept: nextA })
    a = nextA + 1
    b = nextB + 1
  }
  return result
}
