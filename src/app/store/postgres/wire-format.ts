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
export function byteaArray(texts: readonly string[]): Buffer {
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

export const bytea = (text: string): Buffer => Buffer.from(text)

/** Results in binary: the bytes of `bytea` are the UTF-8 text, which pg has decoded when it asks for a parser. */
export const AS_TEXT = { getTypeParser: () => String }
