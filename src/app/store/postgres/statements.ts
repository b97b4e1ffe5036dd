import type { Client, QueryArrayConfig } from 'pg'

type Row = readonly string[]

const LIVE = '(expires_at IS NULL OR expires_at > $1::int8)'

const READ_ONE = `SELECT key, value FROM prentice_entry WHERE key = $2::bytea AND ${LIVE}`
const READ_MANY = `SELECT key, value FROM prentice_entry WHERE key = ANY($2::bytea[]) AND ${LIVE}`
const EXPORT = `SELECT key, value, convert_to(coalesce(expires_at::text, ''), 'UTF8') FROM prentice_entry
  WHERE key = ANY($2::bytea[]) AND ${LIVE}`
const inRange = (columns: string) =>
  `SELECT ${columns} FROM prentice_entry WHERE key >= $2::bytea AND key < $3::bytea AND ${LIVE} ORDER BY key LIMIT $4::int8`
const LIST = inRange('key, value')
const LIST_KEYS = inRange('key')
const LOCK = 'SELECT pg_advisory_xact_lock(one) FROM unnest($1::int8[]) AS one'
// In the order of keys, so that two batches never wait for each other's rows. A sweep skips rows that are locked.
const WRITE = `
  WITH deleted AS (DELETE FROM prentice_entry WHERE key = ANY($1::bytea[]))
  INSERT INTO prentice_entry (key, value, expires_at)
  SELECT * FROM unnest($2::bytea[], $3::bytea[], $4::int8[])
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`
/** An array, because PostgreSQL would join the keys with the whole table if it expected many of them. */
const SWEEP = `
  DELETE FROM prentice_entry WHERE key = ANY(ARRAY(
    SELECT key FROM prentice_entry WHERE expires_at <= $1::int8 LIMIT $2::int8 FOR UPDATE SKIP LOCKED))`

/** Prepared once on each connection, under its name. */
const query = async (client: Client, name: string, text: string, values: unknown[]) => {
  const config = { name, text, values, rowMode: 'array', binary: true, types: AS_TEXT } as const
  return client.query<string[]>({ ...config, values } satisfies QueryArrayConfig & { binary: boolean })
}

export async function readEntries(client: Client, now: number, keys: readonly string[]): Promise<Row[]> {
  const [only] = keys
  if (only === undefined) return []
  const { rows } =
    keys.length === 1
      ? await query(client, 'read-one', READ_ONE, [now, bytea(only)])
      : await query(client, 'read-many', READ_MANY, [now, byteaArray(keys)])
  return rows
}

/** With their expiries as text, `''` for none. */
export const exportEntries = async (client: Client, now: number, keys: readonly string[]): Promise<Row[]> =>
  (await query(client, 'export', EXPORT, [now, byteaArray(keys)])).rows

interface ReadRange {
  readonly first: string
  readonly end: string | null
  readonly limit: number
}

/** Greater than all keys: UTF-8 has no such byte. */
const AFTER_ALL_KEYS = Buffer.from([0xff])

const rangeValues = (now: number, { first, end, limit }: ReadRange) => [
  now,
  bytea(first),
  end === null ? AFTER_ALL_KEYS : bytea(end),
  limit,
]

export const listEntries = async (client: Client, now: number, range: ReadRange): Promise<Row[]> =>
  (await query(client, 'list', LIST, rangeValues(now, range))).rows

export const listKeys = async (client: Client, now: number, range: ReadRange): Promise<Row[]> =>
  (await query(client, 'list-keys', LIST_KEYS, rangeValues(now, range))).rows

export const lock = (client: Client, hashes: readonly number[]) =>
  query(client, 'lock', LOCK, [int8Array(hashes)])

interface Written {
  readonly key: string
  readonly value: string
  readonly expiresAt: number | null
}

export const writeEntries = (client: Client, deleted: readonly string[], written: readonly Written[]) =>
  query(client, 'write', WRITE, [
    byteaArray(deleted),
    byteaArray(written.map(({ key }) => key)),
    byteaArray(written.map(({ value }) => value)),
    int8Array(written.map(({ expiresAt }) => expiresAt)),
  ])

export const sweepEntries = async (client: Client, now: number, limit: number): Promise<number> =>
  (await query(client, 'sweep', SWEEP, [now, limit])).rowCount ?? 0

/**
 * Parameters in PostgreSQL's binary form: https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES
 * pg would write an array of bytes as text, in hexadecimal and twice as long.
 */
const BYTEA = 17
const INT8 = 20
const HEADER = 20

/** An array as the server receives it: dimensions, flags, type, length, lower bound, then each element with its size. */
function header(array: Buffer, type: number, length: number, hasNull: boolean): void {
  array.writeInt32BE(1, 0)
  array.writeInt32BE(hasNull ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
}

/** `bytea[]` of the UTF-8 bytes. */
function byteaArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text))
  const array = Buffer.allocUnsafe(HEADER + sizes.reduce((sum, size) => sum + 4 + size, 0))
  header(array, BYTEA, texts.length, false)
  let at = HEADER
  texts.forEach((text, index) => {
    at = array.writeInt32BE(sizes[index] ?? 0, at)
    at += array.write(text, at)
  })
  return array
}

/** `int8[]` */
export function int8Array(numbers: readonly (number | null)[]): Buffer {
  const array = Buffer.allocUnsafe(
    HEADER + numbers.reduce<number>((sum, n) => sum + (n === null ? 4 : 12), 0),
  )
  header(array, INT8, numbers.length, numbers.includes(null))
  let at = HEADER
  for (const n of numbers) {
    at = array.writeInt32BE(n === null ? -1 : 8, at)
    if (n === null) continue
    const whole = Math.floor(n)
    if (!Number.isSafeInteger(whole)) throw new RangeError(`${n} cannot be stored as an integer`)
    // A BigInt for each number would take longer.
    at = array.writeInt32BE(Math.floor(whole / 2 ** 32), at)
    at = array.writeUInt32BE(whole >>> 0, at)
  }
  return array
}

const bytea = (text: string): Buffer => Buffer.from(text)

/** Results in binary: the bytes of `bytea` are the UTF-8 text, which pg has decoded when it asks for a parser. */
const AS_TEXT = { getTypeParser: () => String }
