import { expect, test } from 'vitest'
import { seededRandom } from '../../../../sandbox/github/faults/seeded-random.ts'
import { MOST_FIELDS, parseForm } from '../../../../src/app/http/dashboard/frame/parse-form.ts'
import { countTurns } from '../../../support/count-turns.ts'

const parse = (text: string) => parseForm(Buffer.from(text))

// Not of raw characters beyond ASCII beside invalid escapes: there, URLSearchParams of Node differs from the standard.
const PIECES = 'a = & + %20 % %e2%82 %ac %ff %zz %2B ? %00 %26 %E2%82%AC'.split(' ')

test('a form is read as URLSearchParams reads it', async () => {
  const random = seededRandom(9)
  for (let round = 0; round < 2_000; round++) {
    const length = Math.floor(random() * 12)
    const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('')
    const expected = text.startsWith('?') ? `&${text}` : text
    expect([text, ...((await parse(text)) ?? [])]).toEqual([text, ...new URLSearchParams(expected)])
  }
  expect([...((await parse('é=%zz€&%c3%a9=€')) ?? [])]).toEqual([
    ['é', '%zz€'],
    ['é', '€'],
  ])
})

test('a form with too many fields is not read', async () => {
  expect((await parse('a&'.repeat(MOST_FIELDS)))?.size).toBe(MOST_FIELDS)
  expect((await parse('a&'.repeat(MOST_FIELDS + 1))) === null).toBe(true)
  expect((await parse('&'.repeat(MOST_FIELDS + 1))) === null).toBe(true)
})

test('other work has a turn after each 256 KiB of a form with many fields', async () => {
  const field = `${'a'.repeat(1_000)}=1`
  const long = await countTurns(() => parse(Array.from({ length: 4_000 }, () => field).join('&')))
  expect([long.value?.size, long.turns >= 15]).toEqual([4_000, true])
  expect((await countTurns(() => parse(field))).turns).toBe(0)
})
