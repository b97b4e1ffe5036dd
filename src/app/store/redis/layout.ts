import { LISTED_FAMILIES } from '../keys.ts'

/** Every entry, under its key. */
export const ENTRY = 'prentice:'
/** A sorted set of keys for each listed family; all scores are zero, so that Redis orders them by their bytes. */
export const LIST = 'prentice-list:'
/** The keys that expire, by their time. */
export const EXPIRING = 'prentice-expiring'
export const LAYOUT = 'prentice-layout'

const FAMILIES: ReadonlySet<string> = new Set(LISTED_FAMILIES)

/** `''`: keys of this family are not listed. */
export function listOf(key: string): string {
  const family = key.slice(0, key.indexOf('/') + 1)
  return FAMILIES.has(family) ? LIST + family : ''
}

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

/** The code of the error reply of a script. */
export const EMPTIED_CODE = 'EMPTIED'

export const EMPTIED =
  'Redis has lost all data that this server started with: it was flushed, or restarted without its files. Restore them, ' +
  'or restart all servers to continue with what Redis holds now'

/** A job would look as if it had never existed. */
export class Emptied extends Error {
  override name = 'Emptied'

  constructor() {
    super(`${EMPTIED_CODE} ${EMPTIED}`)
  }
}
