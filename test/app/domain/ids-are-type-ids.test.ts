import { TypeID } from 'typeid-js'
import { expect, test } from 'vitest'
import { createTypeIds } from '../../../src/app/domain/run-id.ts'
import { testRandom } from '../../support/random.ts'

const TIMES = [0, 1, 31, 32, 1_795_463_903_925, 2 ** 48 - 1]

/** The UUID of an id, by the library of the specification. */
const uuidOf = (id: string): string => TypeID.fromString(id).toUUID()

test.each(TIMES)('an id of the time %i is a UUID of version 7 with this time', (at) => {
  const id = createTypeIds({ now: () => at, secretBytes: testRandom().bytes })('job')
  expect(id).toMatch(/^job_[0-9a-z]{26}$/)
  const uuid = uuidOf(id)
  expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test.each([
  [0x00, '00000000-0000-7000-8000-000000000000'],
  [0xff, '00000000-0000-7fff-bfff-ffffffffffff'],
])('all 74 bits beside time, version and variant are random: all are those of %i', (byte, uuid) => {
  const newId = createTypeIds({ now: () => 0, secretBytes: (count) => Buffer.alloc(count, byte) })
  expect(uuidOf(newId('job'))).toBe(uuid)
})

test('each random byte is used once', () => {
  let drawn = 0
  const secretBytes = (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, () => drawn++ % 32))
  const newId = createTypeIds({ now: () => 0, secretBytes })
  const ids = Array.from({ length: 200 }, () => newId('whk'))
  // Bytes that count from 0 to 31: every second id continues the one before.
  expect(new Set(ids.filter((_, index) => index % 2 === 0)).size).toBe(1)
  expect(new Set(ids.filter((_, index) => index % 2 === 1)).size).toBe(1)
  expect(ids[0]).toBe('whk_0000000000e12b456789abcdef')
  expect(ids[1]).toBe('whk_0000000000ehjvmnpqrstvwxyz')
})

test('ids sort by their time', () => {
  let at = 1_795_463_903_925
  const newId = createTypeIds({ now: () => at++, secretBytes: testRandom().bytes })
  const ids = Array.from({ length: 100 }, () => newId('job'))
  expect(ids.toSorted()).toEqual(ids)
})
