import { expect, test } from 'vitest'
import { listAudit } from '../../../src/app/jobs/list-audit.ts'
import { startDashboard } from '../../support/dashboard/start-dashboard.ts'
import { EVERYTHING } from './everything.ts'

test('sign-ins and sign-outs are entries of the accounts that the person sees', async () => {
  const app = await startDashboard()
  const lines = async (accountId: number) => {
    const access = { accountId, isOwner: true, covers: () => true }
    const { entries } = await listAudit(app.store, access, EVERYTHING)
    return entries
      .filter(({ action }) => action.startsWith('session.'))
      .map(({ action, by }) => `${action} ${by.name} ${by.via} ${by.address}`)
      .toReversed()
  }
  const first = await app.signIn('rita')
  app.clock.at += 1000
  await app.signIn('sten')
  await app.signIn('rita')
  app.clock.at += 1000
  expect((await first.post('/sign-out')).status).toBe(303)
  app.clock.at += 1000
  const last = await app.signIn('rita')
  app.clock.at += 1000
  expect((await last.post('/sign-out-everywhere')).status).toBe(303)

  const own = 'rita dashboard 127.0.0.1'
  expect(await lines(77)).toEqual([
    `session.started ${own}`,
    `session.started ${own}`,
    `session.ended ${own}`,
    `session.started ${own}`,
    `session.ended ${own}`,
    `session.ended ${own}`,
  ])
})

test('a session that GitHub ends is ended by the server', async () => {
  const app = await startDashboard()
  const rita = await app.signIn('rita')
  app.clock.at += 6 * 60_000
  Object.assign(app.github.people.rita ?? {}, { isRevoked: true })
  expect((await rita.get('/')).status).toBe(303)
  const access = { accountId: 77, isOwner: true, covers: () => true }
  const { entries } = await listAudit(app.store, access, { ...EVERYTHING, limit: 1 })
  expect(entries.map(({ action, by }) => [action, by.kind, by.name])).toEqual([
    ['session.ended', 'server', 'GitHub no longer accepts the sign-in'],
  ])
})
