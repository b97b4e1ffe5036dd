import { expect, test } from 'vitest'
import { seededRandom } from '../../../../sandbox/github/faults/seeded-random.ts'
import {
  type FormLimits,
  largestForm,
  MOST_FIELDS,
  parseForm,
} from '../../../../src/app/http/dashboard/frame/form.ts'
import { countTurns } from '../../../support/count-turns.ts'

const parse = (text: string, limits: FormLimits | null = null) => parseForm(Buffer.from(text), limits)
const pairsOf = async (text: string, limits?: FormLimits) => {
  const parsed = await parse(text, limits)
  return parsed.kind === 'form' ? [...parsed.form] : parsed
}

// Not of raw characters beyond ASCII beside invalid escapes: there, URLSearchParams of Node differs from the standard.
const PIECES = 'a = & + %20 % %e2%82 %ac %ff %zz %2B ? %00 %26 %E2%82%AC'.split(' ')

test('a form is read as URLSearchParams reads it', async () => {
  const random = seededRandom(9)
  for (let round = 0; round < 2_000; round++) {
    const length = Math.floor(random() * 12)
    const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('')
    const expected = text.startsWith('?') ? `&${text}` : text
    expect([text, await pairsOf(text)]).toEqual([text, [...new URLSearchParams(expected)]])
  }
  expect(await pairsOf('é=%zz€&%c3%a9=€')).toEqual([
    ['é', '%zz€'],
    ['é', '€'],
  ])
})

test('a form with too many fields is not read', async () => {
  expect(await pairsOf('a&'.repeat(MOST_FIELDS))).toHaveLength(MOST_FIELDS)
  expect(await parse('a&'.repeat(MOST_FIELDS + 1))).toEqual({ kind: 'too-many-fields' })
  expect(await parse('&'.repeat(MOST_FIELDS + 1))).toEqual({ kind: 'too-many-fields' })
})

test('a line end is one character, however it is sent', async () => {
  for (const end of ['%0D%0A', '\r\n', '%0d\n', '\r%0A', '%0A'])
    expect(await pairsOf(`a=${end.repeat(100)}`)).toEqual([['a', '\n'.repeat(100)]])
  expect(await pairsOf('a=%0D%0D%0A%0D&b=%0A')).toEqual([
    ['a', '\r\n\r'],
    ['b', '\n'],
  ])
})

const LIMITS = { name: { length: 4 }, box: { length: 2, times: 2 } }

test.each([
  ['name=abcd&box=1&box=2', 3],
  ['name=abcde', { kind: 'too-long', field: 'name', most: 4 }],
  [`name=${'%E6%97%A5'.repeat(4)}`, 1],
  [`name=${'%E6%97%A5'.repeat(4)}a`, { kind: 'too-long', field: 'name', most: 4 }],
  ['name=%0D%0A%0D%0A%0D%0A%0D%0A', 1],
  ['name=%0D%0A%0D%0A%0D%0A%0D%0Aa', { kind: 'too-long', field: 'name', most: 4 }],
  ['%6eame=abcde', { kind: 'too-long', field: 'name', most: 4 }],
  ['box=1&box=2&box=3', { kind: 'too-often', field: 'box', most: 2 }],
  ['other=abcdefgh&constructor=x&__proto__=x', 0],
])('the fields of a form are within their limits: %s', async (text, expected) => {
  const read = await pairsOf(text, LIMITS)
  expect(Array.isArray(read) ? read.length : read).toEqual(expected)
})

test('the largest form is that of its fields, each character percent-encoded', async () => {
  const character = '%E6%97%A5'
  const text = `name=${character.repeat(4)}&${`box=${character.repeat(2)}&`.repeat(2)}`
  expect(text).toHaveLength(largestForm(LIMITS))
  expect(await pairsOf(text, LIMITS)).toHaveLength(3)
})

test('other work has a turn after each 256 KiB of a form, of many fields and of one', async () => {
  const field = `${'a'.repeat(1_000)}=1`
  const long = await countTurns(() => pairsOf(Array.from({ length: 4_000 }, () => field).join('&')))
  expect([long.value, long.turns >= 15]).toEqual([expect.objectContaining({ length: 4_000 }), true])
  const one = await countTurns(() => pairsOf(`a=${'%61'.repeat(1_400_000)}`))
  expect([one.value, one.turns >= 15]).toEqual([[['a', 'a'.repeat(1_400_000)]], true])
  expect((await countTurns(() => parse(field))).turns).toBe(0)
})
