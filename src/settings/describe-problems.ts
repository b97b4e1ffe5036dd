import type { PlacedError } from './yaml/read-yaml.ts'

const MAX_COUNT = 20

/** The first problems, in the order of the lines. `place` is called for those only. */
export function describeProblems<T>(found: readonly T[], place: (one: T) => PlacedError): string[] {
  const placed = found.slice(0, MAX_COUNT).map(place).sort(byPosition)
  const told = [...new Set(placed.map(describe))]
  return found.length > MAX_COUNT ? [...told, `and ${found.length - MAX_COUNT} more`] : told
}

const byPosition = ({ at: a }: PlacedError, { at: b }: PlacedError): number =>
  (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)

function describe({ at, message }: PlacedError): string {
  // The YAML parser may show the place below, after a colon.
  const text = (message.split('\n', 1)[0] ?? '').replace(/[:.]$/, '')
  return at === null ? text : `line ${at.line}, column ${at.column}: ${text}`
}
