import { expect, test } from 'vitest'
import { seededRandom } from '../../../../sandbox/github/faults/seeded-random.ts'
import { MOST_FIELDS, parseForm } from '../../../../src/app/http/dashboard/frame/parse-form.ts'

const parse = (text: string) => parseForm(Buffer.from(text))

// Not of raw characters beyond ASCII beside invalid escapes: there, URLSearchParams of Node differs from the standard.
const PIECES = 'a = & + %20 % %e2%82 %ac %ff %zz %2B ? %00 %26 %E2%82%AC'.split(' ')

test('a form is read as URLSearchParams reads it', () => {
  const random = seededRandom(9)
  for (let round = 0; round < 2_000; round++) {
    const length = Math.floor(random() * 12)
    const text = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('')
    const expected = text.startsWith('?') ? `&${text}` : text
    expect([text, ...(parse(text) ?? [])]).toEqual([text, ...new URLSearchParams(expected)])
  }
  expect([...(parse('é=%zz€&%c3%a9=€') ?? [])]).toEqual([
    ['é', '%zz€'],
    ['é', '€'],
  ])
})

test('a form with too many fields is not read', () => {
  expect(parse('a&'.repeat(MOST_FIELDS))?.size).toBe(MOST_FIELDS)
  expect(parse('a&'.repeat(MOST_FIELDS + 1)) === null).toBe(true)
  expect(parse('&'.repeat(MOST_FIELDS + 1)) === null).toBe(true)
})
