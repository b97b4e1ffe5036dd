import { LISTED_FAMILIES } from '../key-space.ts'

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
