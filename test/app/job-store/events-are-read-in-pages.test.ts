import { expect, test } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { eventKeys, progressAfter, readProgress } from '../../../src/app/job-store/read-progress.ts'
import { memoryStore } from './memory-store.ts'

const KEY = { project: 'prj_7', job: 'job_1' }
const BODY = '{"id":"job_1","status":"completed"}'
const at = '2026-11-20T12:00:00.000Z'

const note = (seq: number, text = 'x') => ({ seq, at, event: { type: 'note', text } })

/** A job with these batches of run 1: the first number of each, and how many notes it holds. */
async function jobWith(batches: readonly [first: number, count: number][], text = 'x', body = BODY) {
  const { store } = await memoryStore()
  const set = batches.map(([first, count]) => ({
    key: eventKeys.batch(KEY.job, 1, first),
    value: JSON.stringify(Array.from({ length: count }, (_, i) => note(first + i, text))),
  }))
  await store.commit({ set: [{ key: jobKeys.view(KEY), value: `\n${body}` }, ...set] })
  return store
}

const numbers = (progress: Awaited<ReturnType<typeof progressAfter>>) =>
  progress === null || progress === 'gone' || progress === 'unknown'
    ? progress
    : progress.batches.map(({ events }) => events.map(({ run, seq }) => `${run}-${seq}`))

const single = (count: number) => Array.from({ length: count }, (_, i): [number, number] => [i + 1, 1])

test('an unknown job has no progress', async () => {
  const { store } = await memoryStore()
  expect(await readProgress(store, KEY, '')).toBeNull()
  expect(await progressAfter(store, KEY, { run: 1, seq: 1 })).toBeNull()
})

test('a page has eight batches; the job is over after the last page', async () => {
  const store = await jobWith(single(9))
  const first = await readProgress(store, KEY, '')
  expect(first).toMatchObject({ job: BODY, isOver: false, start: '', more: true })
  expect(numbers(first)).toHaveLength(8)
  const place = first?.batches.at(-1)?.place ?? ''
  expect(place).toBe(eventKeys.batch(KEY.job, 1, 8))
  const second = await readProgress(store, KEY, place)
  expect(second).toMatchObject({ isOver: true, start: place, more: false })
  expect(numbers(second)).toEqual([['1-9']])
})

test('a page that is exactly full may be followed by another', async () => {
  expect(await readProgress(await jobWith(single(8)), KEY, '')).toMatchObject({ isOver: false, more: true })
  expect(await readProgress(await jobWith(single(7)), KEY, '')).toMatchObject({ isOver: true, more: false })
})

test('an active job is not over', async () => {
  const store = await jobWith([], 'x', '{"id":"job_1","status":"active"}')
  expect(await readProgress(store, KEY, '')).toMatchObject({ isOver: false, more: false, batches: [] })
})

test('a page ends with the batch that goes beyond 256 KiB', async () => {
  const full = await jobWith([])
  const padded = (seq: number, length: number) => ({
    key: eventKeys.batch(KEY.job, 1, seq),
    value: JSON.stringify([note(seq)]).padEnd(length),
  })
  await full.commit({ set: [padded(1, 256 * 1024), padded(2, 0), padded(3, 0)] })
  expect(await readProgress(full, KEY, '')).toMatchObject({
    more: true,
    isOver: false,
    batches: { length: 2 },
  })
  await full.commit({ set: [padded(1, 256 * 1024 + 1)] })
  expect(await readProgress(full, KEY, '')).toMatchObject({ more: true, batches: { length: 1 } })
  await full.commit({ set: [padded(1, 256 * 1024 - 100)] })
  expect(await readProgress(full, KEY, '')).toMatchObject({ more: false, batches: { length: 3 } })
})

test('reading after an event starts within its batch', async () => {
  const store = await jobWith([
    [1, 3],
    [4, 2],
    [6, 1],
  ])
  const rest = await progressAfter(store, KEY, { run: 1, seq: 4 })
  expect(numbers(rest)).toEqual([['1-5'], ['1-6']])
  expect(numbers(await progressAfter(store, KEY, { run: 1, seq: 3 }))).toEqual([[], ['1-4', '1-5'], ['1-6']])
  expect(numbers(await progressAfter(store, KEY, { run: 1, seq: 1 }))).toEqual([
    ['1-2', '1-3'],
    ['1-4', '1-5'],
    ['1-6'],
  ])
})

test('the rest of a batch has the place of the previous batch', async () => {
  const store = await jobWith([
    [1, 3],
    [4, 2],
  ])
  expect(await progressAfter(store, KEY, { run: 1, seq: 5 })).toMatchObject({
    start: eventKeys.batch(KEY.job, 1, 1),
    batches: [{ place: eventKeys.batch(KEY.job, 1, 4), events: [] }],
  })
})

test('an event deep in a batch of 500 is found', async () => {
  const store = await jobWith([
    [1, 1],
    [2, 500],
    [502, 1],
  ])
  expect(numbers(await progressAfter(store, KEY, { run: 1, seq: 501 }))).toEqual([[], ['1-502']])
})

test('an event behind many batches is found', async () => {
  const store = await jobWith(single(30))
  expect(numbers(await progressAfter(store, KEY, { run: 1, seq: 29 }))).toEqual([[], ['1-30']])
})
