/**
 * A stored value begins with the time at which it expires, in epoch milliseconds, or with nothing, and a bar. Redis would
 * expire a key by its own clock, and not together with the index entry of the key.
 */
export const stamped = (value: string, expiresAt: number | null): string =>
  `${expiresAt === null ? '' : Math.floor(expiresAt)}|${value}`

/** Epoch milliseconds; `null`: never. */
export const expiryOf = (stored: string): number | null =>
  stored.startsWith('|') ? null : Number(stored.slice(0, stored.indexOf('|')))

/** `undefined`: the value has expired. */
export function unstamped(stored: string, now: number): string | undefined {
  const bar = stored.indexOf('|')
  if (bar > 0 && Number(stored.slice(0, bar)) <= now) return undefined
  return stored.slice(bar + 1)
}
