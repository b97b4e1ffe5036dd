/**
 * The number under which PostgreSQL locks a key: 52 bits, so that two keys in use rarely share one. If they do, two
 * servers wait for each other for a moment. An absent key has no row that could be locked.
 */
export function lockHash(key: string): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}
