import { expect, it } from 'vitest'
import { checkNotify } from '../../../src/app/doctor/check-account.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { describeEachStore, KEY_PEPPER } from '../../support/stores/stores.ts'

describeEachStore((kind) => {
  it('finds the webhook that the settings name', async () => {
    const databaseUrl = await kind.newDatabase()
    const app = await startAppServer({ databaseUrl })
    const key = await app.newKey({ scopes: ['admin'] })
    const body = { url: 'https://hooks.example.com/a', name: 'team-chat', onlyWhenNamed: true }
    expect((await app.call('POST', '/v2/webhooks', { key, body })).status).toBe(201)
    const check = (webhook: string) =>
      checkNotify({ databaseUrl, keyPepper: KEY_PEPPER }, { id: 77 }, { id: 1234 }, [{ webhook }])
    expect(await check('team-chat')).toEqual([])
    expect(await check('other')).toEqual(['notify: no webhook called "other" covers this project'])
  })
})
