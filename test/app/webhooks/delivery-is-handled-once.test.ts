import { expect, test } from 'vitest'
import { receivedKeys } from '../../../src/app/webhooks/receive.ts'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'
import { startBreakableServer } from '../../support/app/breakable-server.ts'
import { listEntries } from '../../support/app/list-entries.ts'
import { until } from '../../support/world/jobs.ts'

const repository = { id: 500, name: 'site', full_name: 'acme/site', private: false, node_id: 'x' }
const installation = (action: string, repositories: object[]) => ({
  action,
  installation: { id: 2, account: { id: 77, login: 'acme', type: 'Organization' } },
  repositories,
  sender: { id: 1, login: 'ann' },
})
const projects = async (app: AppServer): Promise<number> =>
  ((await app.call('GET', '/v2/projects')).json.projects as unknown[]).length

/** GitHub has its answer before. */
const noted = (app: AppServer, guid: string): Promise<string> =>
  until('the delivery to be noted', async () => (await app.store.get(receivedKeys.delivery(guid))) ?? null)

test('a redelivered webhook with the same id does nothing', async () => {
  const app = await startAppServer()
  const first = await app.webhook('installation', installation('created', [repository]), { delivery: 'one' })
  expect(first.status).toBe(200)
  await noted(app, 'one')
  await app.webhook('installation', installation('deleted', []), { delivery: 'two' })
  expect(await projects(app)).toBe(1)
  const again = await app.webhook('installation', installation('created', [repository]), { delivery: 'one' })
  expect([again.status, await again.text()]).toEqual([200, 'ok: it was handled before\n'])
  expect(await projects(app)).toBe(1)
})

test('a delivery id is stored for three days, as long as GitHub can redeliver', async () => {
  const app = await startAppServer()
  await app.webhook('installation', installation('created', []), { delivery: 'one' })
  await noted(app, 'one')
  app.clock.at += 3 * 24 * 3_600_000
  expect(await app.store.get(receivedKeys.delivery('one'))).toBe(undefined)
})

test('a failed webhook is handled when it is redelivered', async () => {
  const { app, fail } = await startBreakableServer()
  fail(true)
  const first = await app.webhook('installation', installation('created', [repository]), { delivery: 'one' })
  expect(first.status).toBe(500)
  fail(false)
  await app.webhook('installation', installation('created', [repository]), { delivery: 'one' })
  expect(await projects(app)).toBe(2)
})

test('a known id does not replace the signature, and a malformed id is not stored', async () => {
  const app = await startAppServer()
  await app.webhook('installation', installation('created', []), { delivery: 'one' })
  await noted(app, 'one')
  const forged = await app.webhook('installation', installation('deleted', []), {
    delivery: 'one',
    secret: 'x',
  })
  expect(forged.status).toBe(400)
  await app.webhook('installation', installation('created', [repository]), { delivery: '../key/x' })
  expect(await projects(app)).toBe(2)
  expect(await listEntries(app.store, 'delivery/')).toEqual([
    { key: receivedKeys.delivery('one'), value: '' },
  ])
})
