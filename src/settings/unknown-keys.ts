import { closest, distance } from 'fastest-levenshtein'
import { Settings } from './schema.ts'

/**
 * A setting that restricts what a run may do gets a name that begins with one of these words, or stands in `limits` or
 * `paths`. A server from before the setting refuses it, and does not work without the restriction.
 */
const RESTRICTING = /^(allow|budget|deny|disallow|forbid|limit|max|min|no-|only|protect|require|restrict)/

const MAX_EDITS = 2

/** Every name that has a meaning somewhere in the file: at the top, in `limits` and in `paths`. */
const KNOWN = [
  ...Object.keys(Settings.shape),
  ...Object.keys(Settings.shape.limits.unwrap().shape),
  ...Object.keys(Settings.shape.paths.unwrap().shape),
]

/** No release is that far behind a file; and comparing keys takes time. */
const MAX_KEYS = 20
const MAX_KEY_LENGTH = 64

/** Those of the unknown keys at the top of the file that have no effect. All others are mistakes. */
export const findIgnored = (unknown: readonly string[]): string[] =>
  unknown.length > MAX_KEYS ? [] : unknown.filter((key) => key.length <= MAX_KEY_LENGTH && mayBeIgnored(key))

/**
 * Whether an unknown key may be a setting of a later version that is safe to leave out: it neither
 * looks like a misspelled setting nor restricts runs.
 */
function mayBeIgnored(key: string): boolean {
  const name = nameOf(key)
  return !RESTRICTING.test(name) && KNOWN.every((known) => distance(name, known) > MAX_EDITS)
}

/** Those of the keys that probably misspell one of the settings, each with that setting. */
export function findMisspelled(
  keys: readonly string[],
  settings: readonly string[],
): { readonly key: string; readonly meant: string }[] {
  if (keys.length > MAX_KEYS) return []
  return keys
    .filter((key) => key.length <= MAX_KEY_LENGTH)
    .flatMap((key) => {
      const meant = closest(nameOf(key), settings)
      return distance(nameOf(key), meant) > MAX_EDITS ? [] : [{ key, meant }]
    })
}

const nameOf = (key: string): string => key.toLowerCase().replaceAll('_', '-')
