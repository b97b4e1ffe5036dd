import { expect, test } from 'vitest'
import { jsonPieces, lengthOf } from '../../../../src/app/http/shared/json-response.ts'
import { countTurns } from '../../../support/count-turns.ts'

test.each<[string, object]>([
  ['nothing', {}],
  ['only absent members', { a: undefined }],
  ['members of all kinds', { a: undefined, b: null, c: 1, d: 'ж"\u0001', e: { f: [undefined, 1] }, g: true }],
  ['lists', { a: [], b: [null, 'x', { c: [1] }, [2]], __proto__: [] }],
])('the pieces are what JSON.stringify returns: %s', async (_, value) => {
  expect(Buffer.concat(await jsonPieces(value)).toString()).toBe(JSON.stringify(value))
})

test('other work has a turn after each long entry of a list, and none is needed for short ones', async () => {
  const list = Array.from({ length: 5 }, () => 'ж'.repeat(100_000))
  const { value, turns } = await countTurns(() => jsonPieces({ list, stop: false }))
  expect(value).toHaveLength(6)
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(lengthOf(value)).toBe(Buffer.byteLength(JSON.stringify({ list, stop: false })))
  const short = await countTurns(() => jsonPieces({ list: ['a', 'b'], stop: false }))
  expect([short.value.length, short.turns]).toEqual([1, 0])
})
