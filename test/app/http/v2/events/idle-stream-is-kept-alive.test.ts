import { expect, test } from 'vitest'
import { revokeKey } from '../../../../../src/app/keys/key-record.ts'
import { type OpenedStore, StoreUnavailable } from '../../../../../src/app/store/store.ts'
import { A_TEST } from '../../../../support/app/actors.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { listEntries } from '../../../../support/app/list-entries.ts'
import { names, openStream } from '../../../../support/app/open-stream.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

test('an idle stream gets a comment every 15 seconds', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const stream = await openStream(app, path)
  await stream.until(({ name }) => name === 'job')
  for (let times = 0; times < 2; times++) {
    app.clock.at += 15_000
    expect(await stream.next()).toEqual({ id: null, name: null, retry: null, data: {} })
  }
})

test('a revoked key ends its stream within a minute', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  const key = await app.newKey({ name: 'to be revoked' })
  const streams = [await openStream(app, path, { key }), await openStream(app, path)] as const
  for (const stream of streams) await stream.until(({ name }) => name === 'job')

  await revoke(app.store, app.clock.at, 'to be revoked')
  app.clock.at += 60_000
  expect(names(await streams[0].rest())).toEqual([])
  await runner.report(note('for the others'))
  await streams[1].until(({ id }) => id === '1-1')
})

test('a clock that is set back stops neither comments nor key checks', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const key = await app.newKey({ name: 'to be revoked' })
  const streams = [await openStream(app, path, { key }), await openStream(app, path)] as const
  for (const stream of streams) await stream.until(({ name }) => name === 'job')
  await revoke(app.store, app.clock.at, 'to be revoked')
  app.clock.at -= 86_400_000
  expect(names(await streams[0].rest())).toEqual([])
  expect((await streams[1].next())?.name).toBeNull()
})

async function revoke(store: OpenedStore, at: number, name: string): Promise<void> {
  const entries = await listEntries(store, 'key/')
  const { id, accountId } = entries.map(({ value }) => JSON.parse(value)).find((key) => key.name === name)
  await revokeKey({ store, now: () => at, auditMs: 1 }, { accountId, id }, A_TEST)
}

test('a stream survives a store outage, which is logged once', async () => {
  let down = false
  const guard = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => (down ? Promise.reject(new StoreUnavailable('gone')) : work(...args))
  }
  const app = await startAppServer({
    store: (store) => ({ ...store, get: guard(store.get), list: guard(store.list) }),
  })
  const { path, runner } = await watchedJob(app)
  const stream = await openStream(app, path)
  await stream.until(({ name }) => name === 'job')
  const said = () => app.logged.filter((line) => line.includes('a watched job could not be read'))
  down = true
  await until('the outage to be seen', () => (said().length > 0 ? true : null))
  app.clock.at += 15_000
  expect((await stream.next())?.name).toBeNull()
  down = false
  await runner.report(note('back'))
  await stream.until(({ id }) => id === '1-1')
  expect(said()).toHaveLength(1)
})
