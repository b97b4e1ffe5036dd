import { expect, test } from 'vitest'
import { checkHolds } from '../../../src/app/doctor/check-server.ts'
import { beginHold } from '../../../src/app/limits/hold.ts'
import { recordAccount } from '../../../src/app/projects/account.ts'
import { startAppServer } from '../../support/app/app-server.ts'

test('paused work is reported with the command that resumes it', async () => {
  const { store, database, clock } = await startAppServer()
  const databaseUrl = `sqlite:${database}`
  await recordAccount(store, { id: 77, login: 'acme' })
  expect(await checkHolds(databaseUrl)).toEqual([])
  await beginHold(store, { kind: 'account', id: 77 }, { by: 'ana', why: 'costs' }, clock.at, {})
  const since = new Date(clock.at).toISOString()
  expect(await checkHolds(databaseUrl)).toEqual([
    {
      check: 'paused',
      status: 'warn',
      text: `no run starts for acme, since ${since} by ana: costs`,
      todo: 'npm run resume -- --account acme',
    },
  ])
})

test('without a database nothing is paused', async () => {
  expect(await checkHolds('sqlite:/nonexistent/prentice.db')).toEqual([])
})
