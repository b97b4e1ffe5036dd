import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../src/app/job-store/messages.ts'
import { eventKeys, type Progress } from '../../../src/app/job-store/read-progress.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { onWrite } from '../../../src/app/store/observe-commits.ts'
import { createJobWatch } from '../../../src/app/timers/job-watch.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { note, seatedRunner } from '../../support/app/claimed-runner.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { until } from '../../support/world/jobs.ts'

// The watch never looks by itself: what it sees, it was told.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

async function watchedJob() {
  const world = await useCases()
  const watch = createJobWatch({ store: world.store, log: pino({ level: 'silent' }) })
  const { project, id: job } = await world.newJob()
  const looks: (Progress | null)[] = []
  const leave = watch.join({ project, job }, '', (progress) => looks.push(progress))
  onTestFinished(() => leave?.())
  return { world, watch, key: { project, job }, looks }
}

test('watchers get events and the end of the job before the next poll', async () => {
  const { world, watch, key, looks } = await watchedJob()
  const deps = { ...world, store: onWrite(world.store, watch.notify) }
  const runner = await seatedRunner(deps, key)
  await runner.report(note('a'))
  await until('the event', () => (looks.at(-1)?.batches.length === 1 ? true : null))
  await cancelJob(deps, key, A_TEST)
  await until('the end', () => (looks.at(-1)?.isOver ? true : null))
})

test('any number of writes during a read cause one more read', async () => {
  const { watch, key, looks } = await watchedJob()
  for (let n = 0; n < 30; n++) watch.notify([{ key: jobKeys.record(key), value: '' }])
  await until('the second look', () => (looks.length >= 2 ? true : null))
  await new Promise(setImmediate)
  expect(looks).toHaveLength(2)
})

test('writes of another job, or of no job, cause no read', async () => {
  const { world, watch, key, looks } = await watchedJob()
  const other = await world.newJob()
  const unwatched = [
    jobKeys.record({ ...key, job: other.id }),
    messageKeys.record(key.job, 1),
    eventKeys.batch(other.id, 1, 1),
  ]
  watch.notify(unwatched.map((name) => ({ key: name, value: '' })))
  await new Promise(setImmediate)
  expect(looks).toEqual([])
})
