import { expect, test } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../src/app/job-store/messages.ts'
import { eventKeys, progressAfter } from '../../../src/app/job-store/read-progress.ts'
import { areTextsDeleted, runKeys } from '../../../src/app/job-store/run-history.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { useCases } from '../../support/app/use-cases.ts'

const at = '2026-11-20T12:00:00.000Z'
const batch = (...numbers: number[]) =>
  JSON.stringify(numbers.map((seq) => ({ seq, at, event: { type: 'note', text: 'x' } })))

/** A job in its second run; the first had one event, the second has five. */
async function world() {
  const cases = await useCases()
  const { id } = await cases.newJob()
  const key = { project: 'prj_ya', job: id }
  const why = { code: 'cancelled', message: 'x' } as const
  await advanceJob(cases, { ...key, run: 1 }, { type: 'cancelled', reason: why })
  await cases.message(id, 'once more')
  const set = [
    { key: eventKeys.batch(id, 1, 1), value: batch(1) },
    { key: eventKeys.batch(id, 2, 1), value: batch(1, 2, 3, 4, 5) },
  ]
  await cases.store.commit({ set })
  return { ...cases, key, after: (run: number, seq: number) => progressAfter(cases.store, key, { run, seq }) }
}

test('an event that never existed is unknown', async () => {
  const { after } = await world()
  expect(await after(1, 2)).toBe('unknown')
  // Its number is that of an event of the next run.
  expect(await after(1, 5)).toBe('unknown')
  expect(await after(2, 6)).toBe('unknown')
  expect(await after(3, 1)).toBe('unknown')
})

test('an event of a run whose texts were deleted is gone', async () => {
  const { store, key, after, job } = await world()
  expect(await areTextsDeleted(store, await job(key.job), 1)).toBe(false)
  await store.commit({ del: [messageKeys.record(key.job, 1)] })
  expect(await after(1, 2)).toBe('gone')
  expect(await after(2, 6)).toBe('unknown')
  await store.commit({ del: [messageKeys.record(key.job, 2)] })
  expect(await after(2, 6)).toBe('gone')
  expect(await after(3, 1)).toBe('unknown')
})

test('the texts of a run whose record is gone count as deleted', async () => {
  const { store, key, after, job } = await world()
  expect(await areTextsDeleted(store, await job(key.job), 2)).toBe(false)
  await store.commit({ del: [runKeys.ended(key.job, 1)] })
  expect(await after(1, 2)).toBe('gone')
})

test('a job without a view has no progress', async () => {
  const { store, key, after } = await world()
  await store.commit({ del: [jobKeys.view(key)] })
  expect(await after(1, 1)).toBeNull()
})
