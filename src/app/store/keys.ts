/** Ids contain no slash. Times have 13 digits, so that keys sort by time until the year 2286. */
const LAST = 9_999_999_999_999
export const time = (ms: number): string =>
  String(Math.min(LAST, Math.max(0, Math.floor(ms)))).padStart(13, '0')
export const newestFirst = (ms: number): string => time(LAST - ms)
export const count = (n: number): string => String(n).padStart(6, '0')

/** The place of a job, a batch or an audit entry in a list that is newest first. */
export const listPlace = (createdAt: number, id: string): string => `${newestFirst(createdAt)}/${id}`
/** After all places of this time. */
export const listPlaceAfter = (createdAt: number): string => `${newestFirst(createdAt)}0`
export const idOfPlace = (place: string): string => place.slice(place.indexOf('/') + 1)

/** `<queue>/<time>/<kind>/<project>[/<id>]` */
export interface QueueKey {
  readonly at: number
  /** Kind of the work. A newer server may know more kinds. */
  readonly kind: string
  readonly project: string
  /** `''`: the entry is for the project itself. */
  readonly id: string
}

/** `null`: not the key of a queue entry. */
export function parseQueueKey(key: string): QueueKey | null {
  const [, at, kind, project, id = ''] = key.split('/')
  if (at === undefined || kind === undefined || project === undefined) return null
  return { at: Number(at), kind, project, id }
}

/** The same entry of a queue at another time. */
export const dueLater = (key: string, at: number): string => key.replace(/(?<=^[\w-]+\/)\d+/, time(at))

/**
 * The families of keys that are listed in order. A database without ordered keys needs an index of only these: most
 * entries are read by their key.
 */
export const LISTED_FAMILIES = [
  'account/',
  'account-job/',
  'account-key/',
  'account-project/',
  'account-batch/',
  'audit/',
  'batch-unit/',
  'batching/',
  'by/',
  'due/',
  'ev/',
  'feedback/',
  'key-creator/',
  'onboarding/',
  'other-reviewer/',
  'outcome/',
  'outcome-change/',
  'outcome-due/',
  'outbox/',
  'pending-delivery/',
  'refresh/',
  'retention/',
  'run/',
  'sending/',
  'server/',
  'slot/',
  'trigger-request/',
  'trigger/',
  'usage/',
  'waiting/',
  'webhook-delivery/',
] as const

export type ListPrefix = `${(typeof LISTED_FAMILIES)[number]}${string}`

/** A missing family is a bug. All adapters report it with the same error. */
export function requireListed(prefix: string): void {
  if (LISTED_FAMILIES.some((family) => prefix.startsWith(family))) return
  throw new TypeError(
    `keys that start with "${prefix}" cannot be listed: add their family to LISTED_FAMILIES in keys.ts`,
  )
}

/** Keys from `first` (inclusive) to `end` (exclusive; `null`: to the last key), in the order of their UTF-8 bytes. */
interface KeyRange {
  readonly first: string
  readonly end: string | null
}

export function keyRange(prefix: string, after?: string): KeyRange {
  const isInside = after !== undefined && Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0
  return { first: isInside ? keyAfter(after) : prefix, end: prefixEnd(prefix) }
}

/** Nothing lies between a key and that key followed by a zero byte. */
export const keyAfter = (key: string): string => `${key}\u0000`

/**
 * The first key after all keys that start with `prefix`; `null` if there is none. Keys are sorted by their UTF-8 bytes,
 * which is the order of code points, so the last code point that has a successor is replaced by it.
 */
function prefixEnd(prefix: string): string | null {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10ffff) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // 0xd800 to 0xdfff are UTF-16 surrogates, which UTF-8 does not have.
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...points, next)
}
