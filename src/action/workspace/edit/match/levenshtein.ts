/** Levenshtein's distance, or more than `most` as soon as it is clear that it is more: work is bounded by `most`. Pure. */
export function levenshtein(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (most <= 0 || Math.abs(a.length - b.length) > most) return most + 1
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(b.length + 1).fill(most + 1)
    const [first, last] = [Math.max(1, row - most), Math.min(b.length, row + most)]
    if (first === 1) current[0] = row
    let least = first === 1 ? row : most + 1
    for (let column = first; column <= last; column += 1) {
      const change = (previous[column - 1] ?? most) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const removal = (previous[column] ?? most) + 1
      const addition = (current[column - 1] ?? most) + 1
      const distance = Math.min(change, removal, addition)
      current[column] = distance
      least = Math.min(least, distance)
    }
    if (least > most) return most + 1
    previous = current
  }
  return previous[b.length] ?? most + 1
}
