import { expect, test } from 'vitest'
import { openEventQueue } from '../../../../src/action/control-plane/server/progress-reporter.ts'

const note = (text: string) => ({ type: 'note' as const, text })

test('a batch holds at most 500 events', () => {
  const queue = openEventQueue(() => 0)
  for (let index = 0; index < 501; index += 1) queue.add(note('x'))
  expect(queue.nextBatch()).toHaveLength(500)
  queue.settle(500)
  expect(queue.nextBatch().map(({ seq }) => seq)).toEqual([501])
})

test('a batch holds at most 60 KiB', () => {
  const queue = openEventQueue(() => 0)
  for (let index = 0; index < 100; index += 1) queue.add(note('ü'.repeat(1000)))
  const batch = queue.nextBatch()
  expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThanOrEqual(60 * 1024 + 2)
  expect(batch.length).toBeGreaterThan(20)
})

test('unacknowledged events are sent again, with the same numbers and times', () => {
  let now = 1000
  const queue = openEventQueue(() => now)
  queue.add(note('a'))
  queue.add(note('b'))
  const first = queue.nextBatch()
  now = 2000
  expect(queue.nextBatch()).toEqual(first)
  queue.settle(1)
  expect(queue.nextBatch()).toEqual(first.slice(1))
})
