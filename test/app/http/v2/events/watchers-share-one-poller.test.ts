import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Store } from '../../../../../src/app/store/store.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { names, openStream } from '../../../../support/app/open-stream.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

/** Counts the reads of the server, not those of the runner beside it. */
function counted() {
  const reads = { events: 0 }
  const count = (store: Store): Store => ({
    ...store,
    list(range) {
      if (range.prefix.startsWith('ev/')) reads.events++
      return store.list(range)
    },
  })
  return { reads, count }
}

test('fifty watchers of one job share one poller and get every event once; no watcher means no reads', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { path, runner } = await watchedJob(app)
  await runner.report(note('before'))
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(app, path)))
  await Promise.all(streams.map((stream) => stream.until(({ id }) => id === '1-1')))

  reads.events = 0
  const before = performance.now()
  await expect.poll(() => reads.events).toBeGreaterThanOrEqual(2)
  // One reader looks twice a second, for however long this has waited.
  const looks = (performance.now() - before) / 500
  expect(reads.events).toBeLessThanOrEqual(looks + 1)

  await runner.report(note('a'), note('b'))
  await runner.report(note('c'))
  await runner.finish('done')
  await Promise.all(streams.map((stream) => stream.rest()))
  for (const { frames } of streams) {
    expect(names(frames)).toEqual(['job', 'note 1-1', 'note 1-2', 'note 1-3', 'note 1-4', 'job'])
  }

  await untilUnread(reads)
})

const untilUnread = (reads: { events: number }): Promise<true> =>
  until('the reading to end', async () => {
    reads.events = 0
    await sleep(700)
    return reads.events === 0 ? true : null
  })

test('a watcher that joins during events gets each event exactly once', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  const early = await openStream(app, path)
  const streams = [early]
  for (let n = 0; n < 60; n++) {
    await runner.report(note(String(n)))
    if (n % 3 === 0) streams.push(await openStream(app, path))
  }
  await runner.finish('done')
  const all = ['job', ...Array.from({ length: 60 }, (_, n) => `note 1-${n + 1}`), 'job']
  for (const stream of streams) {
    await stream.rest()
    expect(names(stream.frames)).toEqual(all)
  }
})

test('the poller stops when the last watcher leaves', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { path } = await watchedJob(app)
  const streams = await Promise.all([openStream(app, path), openStream(app, path)])
  for (const stream of streams) await stream.next()
  for (const stream of streams) stream.close()
  await untilUnread(reads)
})
