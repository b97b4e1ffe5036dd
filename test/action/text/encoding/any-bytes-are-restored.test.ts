import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Codec,
  countEscapes,
  UTF_8,
  UTF_16BE,
  UTF_16LE,
} from '../../../../src/action/text/encoding/codec.ts'
import { LEGACY_ENCODINGS, openLegacyCodec } from '../../../../src/action/text/encoding/legacy-codec.ts'
import { assertProperty } from '../../../support/random.ts'

const LEGACY = await Promise.all(LEGACY_ENCODINGS.map(openLegacyCodec))
const ALL = [UTF_8, UTF_16LE, UTF_16BE, ...LEGACY].map((codec) => [codec.name, codec] as const)

const bytesOf = (codec: Codec, text: string): Buffer => {
  const encoded = codec.encode(text)
  if (!encoded.ok) throw new Error(`${codec.name} does not have ${encoded.character}`)
  return encoded.bytes
}

/** Every character that an encoding has, as far as two bytes tell. */
function charactersOf(codec: Codec): string[] {
  const found = new Set<string>()
  for (let first = 0; first < 256; first += 1) {
    for (let second = 0; second < 256; second += first < 0x80 ? 256 : 7) {
      const text = codec.decode(Buffer.from([first, second]))
      if (countEscapes(text) === 0 && text.isWellFormed()) for (const one of text) found.add(one)
    }
  }
  return [...found]
}

test.each(ALL)('%s: any bytes', (name, codec) => {
  const isWide = name.startsWith('UTF-16')
  // Most random bytes are broken; half of them stand between lines of ASCII.
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constant(Buffer.from('ab\n')))).map(Buffer.concat),
  )
  assertProperty(
    fc.property(bytes, (drawn) => {
      const all = Buffer.from(isWide ? drawn.subarray(0, drawn.length - (drawn.length % 2)) : drawn)
      expect(bytesOf(codec, codec.decode(all))).toEqual(all)
    }),
    { numRuns: 150 },
  )
})

test.each(ALL)('%s: any text it has, and a change in the middle changes no other byte', (_, codec) => {
  const characters = charactersOf(codec)
  const text = fc.array(fc.constantFrom(...characters), { maxLength: 30 }).map((all) => all.join(''))
  assertProperty(
    fc.property(text, text, text, text, (head, old, fresh, tail) => {
      const before = bytesOf(codec, head + old + tail)
      expect(codec.decode(before)).toBe(head + old + tail)
      const [start, end] = [bytesOf(codec, head), bytesOf(codec, tail)]
      expect(bytesOf(codec, head + fresh + tail)).toEqual(Buffer.concat([start, bytesOf(codec, fresh), end]))
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['ISO-8859-1', '€'],
  ['windows-1251', 'é'],
  // iconv-lite would write a backslash and a tilde.
  ['Shift_JIS', '¥'],
  ['EUC-JP', '‾'],
  ['GBK', '😀'],
])('%s does not have %s', (name, character) => {
  const codec = LEGACY.find((one) => one.name === name)
  expect(codec?.encode(`ok ${character} ok`)).toEqual({ ok: false, character })
})

test('a character whose bytes differ from its encoding keeps its bytes', () => {
  const codec = LEGACY.find((one) => one.name === 'Shift_JIS')
  // NEC's code for ∪, of which JIS has another, and a code whose second byte is that of A.
  const bytes = Buffer.from([0x87, 0x9b, 0x41, 0x0a])
  const text = codec?.decode(bytes) ?? ''
  expect(text).toBe('\udc87\udc9bA\n')
  expect(codec?.encode(text.replace('A', 'B'))).toEqual({
    ok: true,
    bytes: Buffer.from([0x87, 0x9b, 0x42, 0x0a]),
  })
})
