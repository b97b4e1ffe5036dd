import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobQueueKeys } from '../../../src/app/job-store/job-commit.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { createDueQueues, type DueQueue } from '../../../src/app/timers/due-queues.ts'
import { type DueTimer, startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../../src/app/timers/work-partition.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { until } from '../../support/world/jobs.ts'

// Only `wake` makes the timer look, so that looks can be counted.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

async function world() {
  const { store, now, clock } = await useCases()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  let reads = 0
  const list: Store['list'] = (range) => {
    reads++
    return store.list(range)
  }
  const advanced: string[] = []
  const queues = createDueQueues({
    store,
    advanceDueJob: async ({ job }) => void advanced.push(job),
    showJob: async () => {},
    followPullRequest: async () => null,
    refreshProject: async () => null,
    onboardProject: async () => null,
    workOnTrigger: async () => undefined,
  })
  const start = (more: readonly DueQueue[] = queues): DueTimer => {
    const timer = startDueTimer({ partition: ALL_MINE, store: { ...store, list }, now, log, queues: more })
    onTestFinished(() => timer.stop())
    return timer
  }
  const put = (...keys: string[]) => store.commit({ set: keys.map((key) => ({ key, value: 'as written' })) })
  const queued = () => store.list({ prefix: 'due/', limit: 5_000 })
  return { store, clock, lines, queues, advanced, start, put, queued, reads: () => reads }
}

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await nextTurn()
}

test('an entry of an unknown kind is not changed, is skipped, and is logged once', async () => {
  const { clock, put, queued, start, lines, queues, reads } = await world()
  const unknown = `due/${clock.at}/feedback/prj_ya/job_1`
  await put(unknown)
  const timer = start()
  await turns(50)
  expect(reads()).toBe(queues.length)
  for (let n = 0; n < 10; n++) {
    timer.wake()
    await turns(5)
  }
  expect(reads()).toBe(11 * queues.length)
  expect(await queued()).toEqual([{ key: unknown, value: 'as written' }])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { queue: 'due/', kind: 'feedback', msg: 'due entries of an unknown kind wait for a newer server' },
  ])
})

test('any number of unknown entries at the head of a queue delays no job', async () => {
  const { clock, put, start, advanced } = await world()
  await put(...Array.from({ length: 2_500 }, (_, n) => `due/${clock.at}/feedback/prj_ya/job_${n}`))
  await put(jobQueueKeys.due({ project: 'prj_ya', job: 'job_behind' }, clock.at + 1))
  clock.at += 1
  const timer = start()
  await until('the job behind', () => {
    timer.wake()
    return advanced.includes('job_behind') ? true : null
  })
  await put(jobQueueKeys.due({ project: 'prj_ya', job: 'job_before' }, clock.at - 1_000))
  clock.at += 60_000
  await until('the job before', () => {
    timer.wake()
    return advanced.includes('job_before') ? true : null
  })
})

test('a server that knows the kind handles the entry', async () => {
  const { clock, store, put, queued, start, queues } = await world()
  const key = `due/${clock.at}/feedback/prj_ya/job_1`
  await put(key)
  await start().stop()
  const handled: string[] = []
  const feedback = async () => {
    handled.push(key)
    await store.commit({ del: [key] })
  }
  start(queues.map((queue) => (queue.prefix === 'due/' ? { ...queue, handlers: { feedback } } : queue)))
  await until('it to be handled', async () => ((await queued()).length === 0 ? true : null))
  expect(handled).toEqual([key])
})
