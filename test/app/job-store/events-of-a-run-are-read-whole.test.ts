import { expect, test } from 'vitest'
import { eventKeys, readRunEvents } from '../../../src/app/job-store/read-progress.ts'
import { memoryStore } from './memory-store.ts'

const at = '2026-11-20T12:00:00.000Z'

/** Sequence numbers by page, of a job whose first run has this many batches of one event, and whose second has one. */
async function pagesWith(batches: number) {
  const { store } = await memoryStore()
  const write = (run: number, seq: number) => ({
    key: eventKeys.batch('job_1', run, seq),
    value: JSON.stringify([{ seq, at, event: { type: 'note', text: `${run}` } }]),
  })
  const set = Array.from({ length: batches }, (_, i) => write(1, i + 1))
  await store.commit({ set: [...set, write(2, 1)] })
  const pages: string[][] = []
  for await (const events of readRunEvents(store, 'job_1', 1))
    pages.push(events.map(({ seq, event }) => `${JSON.stringify(event)} ${seq}`))
  return pages
}

const events = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `{"type":"note","text":"1"} ${first + i}`)

test.each([
  [0, [[]]],
  [3, [events(1, 3)]],
  [20, [events(1, 20), []]],
  [45, [events(1, 20), events(21, 40), events(41, 45)]],
])('%i batches of a run are read in pages, without those of the next run', async (batches, pages) => {
  expect(await pagesWith(batches)).toEqual(pages)
})
