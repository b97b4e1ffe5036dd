import { closest, distance } from 'fastest-levenshtein'
import { Settings } from './schema.ts'

/**
 * A setting that restricts what a run may do gets a name that begins with one of these words, or stands in `limits` or
 * `paths`. A server from before the setting refuses it, and does not work without the restriction.
 */
const RESTRICTING = /^(allow|budget|deny|disallow|forbid|limit|max|min|no-|only|protect|require|restrict)/

const MAX_EDITS = 2

/** The settings in `limits` and `paths`, which people also write at the top of the file. */
const BELOW = Object.fromEntries(
  (['limits', 'paths'] as const).flatMap((parent) =>
    Object.keys(Settings.shape[parent].unwrap().shape).map((name) => [name, `${parent}.${name}`]),
  ),
)

/** No release is that far behind a file; and comparing keys takes time. */
const MAX_KEYS = 20
const MAX_KEY_LENGTH = 64

export interface UnknownKeys {
  /** They have no effect. */
  readonly ignored: readonly string[]
  /** Each with the setting that was probably meant. */
  readonly misspelled: readonly { readonly key: string; readonly meant: string }[]
  /** Possible restrictions of a later version. */
  readonly newer: readonly string[]
}

/**
 * Sorts the unknown keys at the top of the file. Those that are in none of the lists are mistakes. An unknown key may be a
 * setting of a later version that is safe to leave out, if it neither looks like a misspelled setting nor restricts runs.
 */
export function judgeUnknown(unknown: readonly string[], settings: readonly string[]): UnknownKeys {
  if (unknown.length > MAX_KEYS) return { ignored: [], misspelled: [], newer: [] }
  const names = [...settings, ...Object.keys(BELOW)]
  const short = unknown.filter((key) => key.length <= MAX_KEY_LENGTH)
  const misspelled = short.flatMap((key) => {
    const meant = closest(nameOf(key), names)
    return distance(nameOf(key), meant) > MAX_EDITS ? [] : [{ key, meant: BELOW[meant] ?? meant }]
  })
  const others = short.filter((key) => misspelled.every((one) => one.key !== key))
  const newer = others.filter((key) => RESTRICTING.test(nameOf(key)))
  return { ignored: others.filter((key) => !newer.includes(key)), misspelled, newer }
}

const nameOf = (key: string): string => key.toLowerCase().replaceAll('_', '-')
