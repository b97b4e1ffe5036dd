/**
 * Money for a person: at least cents and two digits that say something, since a step mostly costs less than a cent, and
 * no more digits than an estimate has. Programs get the number itself.
 * The product says it in the same words; nothing is shared with it, and a test holds the two together.
 */
export function describeMoney(usd: number): string {
  if (Number.isInteger(usd)) return `${usd} USD`
  if (usd < LEAST) return `under ${LEAST} USD`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)))
  return `${usd.toFixed(digits)} USD`
}

const LEAST = 0.0001
