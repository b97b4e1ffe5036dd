import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { JobKey } from '../../../src/app/domain/run-id.ts'
import { jobQueueKeys } from '../../../src/app/job-store/job-commit.ts'
import { jobKeys, loadJob } from '../../../src/app/job-store/job-record.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { RecordUnreadable, type Store, StoreUnavailable } from '../../../src/app/store/store.ts'
import { createDueQueues } from '../../../src/app/timers/due-queues.ts'
import { startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../../src/app/timers/work-partition.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { until } from '../../support/world/jobs.ts'

const HOUR = 3_600_000

async function world() {
  const dispatched: string[] = []
  const cases = await useCases(dispatchingGithub(dispatched))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const start = (store: Store = cases.store) => {
    const deps = { ...cases, store, log }
    const advance = (key: JobKey) => advanceDueJob(deps, key)
    const queues = createDueQueues({
      store,
      advanceDueJob: advance,
      showJob: async () => {},
      followPullRequest: async () => null,
      refreshProject: async () => null,
      onboardProject: async () => null,
      workOnTrigger: async () => undefined,
    })
    const timer = startDueTimer({ partition: ALL_MINE, ...deps, queues })
    onTestFinished(() => timer.stop())
    return timer
  }
  const due = async () =>
    (await cases.store.list({ prefix: jobQueueKeys.dueQueue(), limit: 1_000 })).map(({ key }) => key)
  return { ...cases, cases, dispatched, lines, start, due }
}

test.each([
  ['damaged', () => '{"v":1,'],
  ['of a newer version', (raw: string) => JSON.stringify({ ...JSON.parse(raw), v: 2 })],
])('more %s records than one batch are rescheduled, each once', async (_, spoil) => {
  const { cases, clock, store, lines, start, due, dispatched } = await world()
  const spoiled: string[] = []
  for (let n = 0; n < 120; n++) {
    const { project, id: job } = await cases.newJob()
    const key = jobKeys.record({ project, job })
    await store.commit({ set: [{ key, value: spoil((await store.get(key)) ?? '') }] })
    spoiled.push(job)
  }
  clock.at += 1_000
  const good = await cases.newJob()
  const timer = start()
  await until('the good job to be dispatched', () => (dispatched.length > 0 ? true : null))
  await until('the others to be put off', async () =>
    (await due()).filter((key) => key < `due/${clock.at + 1}`).length === 0 ? true : null,
  )
  expect(dispatched).toEqual([expect.stringContaining(good.id.slice('job_'.length))])
  const told = lines.map((line) => JSON.parse(line)).filter(({ err }) => err?.type === 'RecordUnreadable')
  expect(told.map(({ job }) => job).sort()).toEqual(spoiled.sort())
  timer.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lines).toHaveLength(told.length)
})

test('a repaired record is processed when it is due, and leaves no due entry behind', async () => {
  const { cases, clock, store, start, due, dispatched, lines } = await world()
  const { project, id: job } = await cases.newJob()
  const key = jobKeys.record({ project, job })
  const raw = (await store.get(key)) ?? ''
  await store.commit({ set: [{ key, value: 'x' }] })
  await expect(loadJob(store, { project, job })).rejects.toThrow(RecordUnreadable)
  const timer = start()
  await until('it to be put off', () => (lines.length > 0 ? true : null))
  await store.commit({ set: [{ key, value: raw }] })
  clock.at += HOUR
  timer.wake()
  await until('the dispatch', () => (dispatched.length === 1 ? true : null))
  const entry = await until('the dispatch to be recorded', async () => {
    const { job: after } = (await loadJob(store, { project, job })) ?? {}
    return after?.run.state === 'dispatched' ? jobQueueKeys.due({ project, job }, after.dueAt ?? 0) : null
  })
  await until('the rescheduled entry to be dropped', async () => ((await due()).length === 1 ? true : null))
  expect(await due()).toEqual([entry])
})

test('the entry of a job that no longer exists is deleted', async () => {
  const { clock, store, start, due } = await world()
  const gone = jobQueueKeys.due({ project: 'prj_ya', job: 'job_gone' }, clock.at)
  await store.commit({ set: [{ key: gone, value: '' }] })
  start()
  await until('it to be deleted', async () => ((await due()).length === 0 ? true : null))
})

test('writes to an unavailable store back off, and resume when it is available', async () => {
  const { cases, clock, store, start, dispatched, lines } = await world()
  let isFull = true
  await cases.newJob()
  const commit: Store['commit'] = (batch) =>
    isFull ? Promise.reject(new StoreUnavailable('database or disk is full')) : store.commit(batch)
  const timer = start({ ...store, commit })
  const pauses = () =>
    lines.map((line) => JSON.parse(line).msg).filter((msg) => msg.includes('the store cannot be written'))
  for (const seconds of [1, 2, 4, 8, 15, 15]) {
    await until(`a pause of ${seconds} s`, () => (pauses().at(-1)?.includes(` ${seconds} s`) ? true : null))
    const tried = pauses().length
    clock.at += seconds * 1_000 - 1
    timer.wake()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(pauses()).toHaveLength(tried)
    if (seconds === 15) isFull = false
    clock.at += 1
    timer.wake()
    if (!isFull) break
    await until('the next try', () => (pauses().length > tried ? true : null))
  }
  await until('the dispatch', () => (dispatched.length === 1 ? true : null))
})
