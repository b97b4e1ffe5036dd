import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { jobQueueKeys } from '../../../src/app/job-store/job-commit.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { Store } from '../../../src/app/store/store.ts'
import type { DueQueue, Handler } from '../../../src/app/timers/due-queues.ts'
import { startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../../src/app/timers/work-partition.ts'
import { until } from '../../support/world/jobs.ts'

const AMOUNT = 60

const due = (n: number) => jobQueueKeys.due({ project: `prj_${n}`, job: `job_${n}` }, n)

/** A timer on a store with due jobs, how often it has read each queue, and how many entries these reads returned. */
async function startTimer(handler: Handler) {
  const opened = await openStore('sqlite::memory:')
  await opened.commit({ set: Array.from({ length: AMOUNT }, (_, n) => ({ key: due(n), value: '' })) })
  const lists = new Map<string, number>()
  let entries = 0
  const store: Store = {
    ...opened,
    async list(range) {
      lists.set(range.prefix, (lists.get(range.prefix) ?? 0) + 1)
      const found = await opened.list(range)
      entries += found.length
      return found
    },
  }
  const queue = (prefix: DueQueue['prefix']): DueQueue => ({
    prefix,
    concurrency: 1,
    concurrencyPerProject: 1,
    handlers: { job: handler },
  })
  const timer = startDueTimer({
    store,
    now: Date.now,
    log: pino({ level: 'silent' }),
    partition: ALL_MINE,
    queues: [queue(jobQueueKeys.dueQueue()), queue(jobQueueKeys.retentionQueue())],
  })
  onTestFinished(() => timer.stop())
  return { store: opened, lists, entriesRead: () => entries }
}

const untilAllDone = (store: Store) =>
  until('all to be done', async () =>
    (await store.list({ prefix: jobQueueKeys.dueQueue(), limit: 1 })).length === 0 ? true : null,
  )

test('the end of some work makes the timer read its own queue, not all queues', async () => {
  const { store, lists } = await startTimer(async (_, { key }) => {
    await store.commit({ del: [key] })
  })
  await untilAllDone(store)
  expect(lists.get(jobQueueKeys.dueQueue())).toBeGreaterThanOrEqual(AMOUNT)
  // At the start, and with each tick.
  expect(lists.get(jobQueueKeys.retentionQueue())).toBeLessThan(AMOUNT / 2)
})

test('a read of a long queue stops one entry after the queue is at capacity', async () => {
  const { store, lists, entriesRead } = await startTimer(async (_, { key }) => {
    await store.commit({ del: [key] })
  })
  await untilAllDone(store)
  const looks = lists.get(jobQueueKeys.dueQueue()) ?? 0
  expect(entriesRead()).toBeLessThanOrEqual(2 * looks)
})

test('work that is due again immediately leaves the event loop to others', async () => {
  let handled = 0
  let iterations = 0
  const done = Promise.withResolvers<void>()
  const count = () => {
    iterations++
    if (handled < AMOUNT) setImmediate(count)
    else done.resolve()
  }
  setImmediate(count)
  const { store } = await startTimer(async (_, { key }) => {
    handled++
    if (handled >= AMOUNT) await store.commit({ del: [key] })
  })
  await done.promise
  expect(iterations).toBeGreaterThanOrEqual(AMOUNT / 2)
})
