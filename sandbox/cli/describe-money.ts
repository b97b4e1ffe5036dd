/**
 * Formats an amount for people: at least cents, and two significant digits, since a step often costs less than a cent.
 * Programs get the exact number. The action formats amounts in the same way; the sandbox shares no code with it, and a
 * test compares the two.
 */
export function describeMoney(usd: number): string {
  if (Number.isInteger(usd)) return `${usd} USD`
  if (usd < MIN_COUNT) return `under ${MIN_COUNT} USD`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)))
  return `${usd.toFixed(digits)} USD`
}

const MIN_COUNT = 0.0001
