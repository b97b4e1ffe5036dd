import { expect, test } from 'vitest'
import { openScaler } from '../../../src/action/images/scale-image.ts'
import { readOrientation, turnPixels } from '../../../src/action/images/scaler/orientation.ts'
import { IMAGES } from '../../support/action/images.ts'
import { SCALER } from '../../support/action/scaler.ts'

/** A segment with one entry of EXIF, before all others. */
function withOrientation(value: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const tiff = Buffer.alloc(26)
  const short = (number: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(number, at) : tiff.writeUInt16BE(number, at)
  tiff.write(order, 'latin1')
  short(42, 2)
  short(8, order === 'II' ? 4 : 6)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  short(1, order === 'II' ? 14 : 16)
  short(value, 18)
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1')
  head.writeUInt16BE(head.length - 2 + tiff.length, 2)
  return Buffer.concat([IMAGES.jpeg.subarray(0, 2), head, tiff, IMAGES.jpeg.subarray(2)])
}

test.each([1, 3, 6, 8])('the orientation %d is read in both byte orders', (value) => {
  expect([withOrientation(value), withOrientation(value, 'II')].map(readOrientation)).toEqual([value, value])
})

test('unknown values, other kinds of files and files that end early have no orientation', () => {
  const all = [withOrientation(0), withOrientation(9), IMAGES.jpeg, IMAGES.png, Buffer.alloc(0)]
  expect(all.map(readOrientation)).toEqual([1, 1, 1, 1, 1])
  const whole = withOrientation(6)
  for (let length = 0; length < whole.length; length += 1)
    expect([1, 6]).toContain(readOrientation(whole.subarray(0, length)))
})

test('a chain of empty segments ends', () => {
  expect(readOrientation(Buffer.from(`\xff\xd8${'\xff\xe1\0\0'.repeat(1000)}`, 'latin1'))).toBe(1)
})

/** What a camera stores of the letters `ab` over `cd` with each orientation. */
test.each([
  [1, 'ab/cd'],
  [2, 'ba/dc'],
  [3, 'dc/ba'],
  [4, 'cd/ab'],
  [5, 'ac/bd'],
  [6, 'bd/ac'],
  [7, 'db/ca'],
  [8, 'ca/db'],
])('pixels that are stored with the orientation %d are turned', (orientation, stored) => {
  const letters = stored.replace('/', '')
  const bytes = Uint8Array.from([...letters].flatMap((letter) => Array(4).fill(letter.charCodeAt(0))))
  const turned = turnPixels({ bytes, width: 2, height: 2 }, orientation)
  expect(String.fromCharCode(...turned.bytes.filter((_, index) => index % 4 === 0))).toBe('abcd')
})

test('a photograph that lies on its side stands upright when it is scaled', async () => {
  const scale = openScaler({ ...SCALER, signal: new AbortController().signal })
  expect(await scale(withOrientation(6))).toMatchObject({ width: 20, height: 40 })
  expect(await scale(withOrientation(3))).toMatchObject({ width: 40, height: 20 })
})
