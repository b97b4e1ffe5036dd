import { expect, test } from 'vitest'
import { waitForEnd } from '../../../../src/app/http/mcp/wait-for-end.ts'
import { createOpenStreams, MAX_PER_MEMBER } from '../../../../src/app/http/v2/events/open-streams.ts'
import { placeOfKey } from '../../../../src/app/keys/find-key.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { createJobWatch } from '../../../../src/app/timers/job-watch.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { note } from '../../../support/app/claimed-runner.ts'
import { mcpClient } from '../../../support/app/mcp-client.ts'
import { names, openStream } from '../../../support/app/open-stream.ts'
import { startServerProcess } from '../../../support/app/server-process.ts'
import { useCases } from '../../../support/app/use-cases.ts'
import { watchedJob } from '../v2/events/watched-job.ts'

/** Counts the reads of events, and of the job itself. */
function counted() {
  const reads = { events: 0, views: 0 }
  const count = (store: Store): Store => ({
    ...store,
    list(range) {
      if (range.prefix.startsWith('ev/')) reads.events++
      return store.list(range)
    },
    get(key) {
      if (key.startsWith('view/')) reads.views++
      return store.get(key)
    },
  })
  return { reads, count }
}

/** Until the server looks for the end of the job. */
const untilWaiting = (reads: { views: number }, from = 0): Promise<void> =>
  expect.poll(() => reads.views).toBeGreaterThan(from)

test('a wait returns as soon as the job has ended, and reads no event meanwhile', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { key, runner } = await watchedJob(app)
  const { call } = await mcpClient(app)
  const given = { projectId: key.project, id: key.job }
  const waits = Promise.all(Array.from({ length: 20 }, () => call('wait_for_job', given)))
  await untilWaiting(reads)
  await runner.report(note('a'))
  const before = { at: performance.now(), views: reads.views }
  await untilWaiting(reads, before.views + 1)
  // One reader looks twice a second for all of them, and once for each write.
  const looks = (performance.now() - before.at) / 500
  expect(reads.views - before.views).toBeLessThanOrEqual(looks + 3)
  await runner.finish('It says hello.')
  for (const job of await waits)
    expect(job).toMatchObject({ status: 'completed', run: { summary: 'It says hello.' } })
  expect(reads.events).toBe(0)
  expect(await call('wait_for_job', given)).toMatchObject({ status: 'completed' })
})

test('a wait ends at its timeout with the job as it is', async () => {
  const app = await startAppServer()
  const { key } = await watchedJob(app)
  const { call } = await mcpClient(app)
  const given = { projectId: key.project, id: key.job, timeoutSeconds: 1 }
  expect(await call('wait_for_job', given)).toMatchObject({
    status: 'active',
    run: { state: 'running', summary: null },
  })
})

test('streams and waits for the same job disturb each other in no order', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { key, path, runner } = await watchedJob(app)
  const { call } = await mcpClient(app)
  const given = { projectId: key.project, id: key.job }
  await runner.report(note('1'))
  const first = call('wait_for_job', given)
  await untilWaiting(reads)
  const early = await openStream(app, path)
  await early.until(({ id }) => id === '1-1')
  const second = call('wait_for_job', { ...given, timeoutSeconds: 1 })
  await runner.report(note('2'))
  await early.until(({ id }) => id === '1-2')
  early.close()
  expect(await second).toMatchObject({ status: 'active' })
  const late = await openStream(app, path)
  await runner.report(note('3'))
  await runner.finish('done')
  await late.rest()
  expect(names(late.frames)).toEqual(['job', 'note 1-1', 'note 1-2', 'note 1-3', 'job'])
  expect(await first).toMatchObject({ status: 'completed' })
})

test('a client that leaves ends its wait', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { key } = await watchedJob(app)
  const abort = new AbortController()
  const waiting = fetch(`${app.url}/mcp`, {
    method: 'POST',
    signal: abort.signal,
    headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'wait_for_job', arguments: { projectId: key.project, id: key.job } },
    }),
  })
  await untilWaiting(reads)
  abort.abort()
  await expect(waiting).rejects.toThrow()
  await expect
    .poll(
      async () => {
        const before = reads.views
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        return reads.views - before
      },
      { interval: 0 },
    )
    .toBe(0)
})

test('a key that is revoked during the wait shows nothing any more', async () => {
  const { reads, count } = counted()
  const app = await startAppServer({ store: count })
  const { key, runner } = await watchedJob(app)
  const { refusal } = await mcpClient(app)
  const waiting = refusal('wait_for_job', { projectId: key.project, id: key.job })
  await untilWaiting(reads)
  const place = placeOfKey(app.key, null)
  if (place.kind !== 'good') throw new Error(place.kind)
  await app.store.commit({ del: [place.at] })
  await runner.finish('done')
  expect(await waiting).toMatchObject({ status: 401 })
})

test('a stopping server answers all that wait with the state so far', async () => {
  const metricsToken = 'm'.repeat(20)
  const app = await startAppServer({ metricsToken })
  const { key } = await watchedJob(app)
  const { call } = await mcpClient(app)
  const given = { projectId: key.project, id: key.job }
  const waits = Promise.all(Array.from({ length: 30 }, () => call('wait_for_job', given)))
  const metrics = async () => (await app.call('GET', '/metrics', { key: metricsToken })).text
  await expect.poll(metrics).toMatch(/^prentice_event_streams 30$/m)
  const drained = app.drain()
  for (const job of await waits) expect(job).toMatchObject({ status: 'active', run: { state: 'running' } })
  await drained
})

test('the server exits on SIGTERM while a client waits', async () => {
  const app = await startAppServer()
  const { key } = await watchedJob(app)
  const { url, command } = await startServerProcess(app)
  try {
    const { call } = await mcpClient({ ...app, url })
    const waiting = call('wait_for_job', { projectId: key.project, id: key.job })
    // The request has been sent, and is answered whether its wait has begun or not.
    await new Promise((resolve) => setTimeout(resolve, 300))
    command.kill('SIGTERM')
    expect(await waiting).toMatchObject({ status: 'active' })
    expect((await command.ended).code).toBe(0)
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
})

test('the waits of a key are among those that watch jobs, and have their limit', async () => {
  const world = await useCases()
  const { id } = await world.newJob()
  const draining = new AbortController()
  const deps = {
    watch: createJobWatch({ store: world.store, log: world.log }),
    streams: createOpenStreams({ draining: draining.signal, metrics: null }),
  }
  const left = new AbortController()
  const member = { id: 'key-1', name: 'API key ci', isOwner: false }
  const wait = (by = member) =>
    waitForEnd(deps, {
      key: { project: 'prj_ya', job: id },
      watcher: { account: 77, member: by },
      ms: 45_000,
      left: left.signal,
    })
  const waits = Array.from({ length: MAX_PER_MEMBER }, () => wait())
  await expect(wait()).rejects.toThrow('500 watchers of API key ci are connected already')
  const another = wait({ ...member, id: 'key-2' })
  left.abort()
  await Promise.all([...waits, another])
  const again = wait()
  await again
  draining.abort()
  await expect(wait()).rejects.toThrow('the server is about to stop')
})
