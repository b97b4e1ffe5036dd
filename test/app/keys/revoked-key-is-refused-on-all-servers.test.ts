import { expect, it } from 'vitest'
import { revokeKey } from '../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { findKey } from '../../support/app/find-key.ts'
import { describeEachStore } from '../../support/stores/stores.ts'

describeEachStore((kind) => {
  it('refuses a key on every server as soon as one has revoked it', async () => {
    const databaseUrl = await kind.newDatabase()
    const one = await startAppServer({ databaseUrl })
    const other = await startAppServer({ databaseUrl })
    const key = await one.newKey()
    expect((await other.call('GET', '/v2/projects', { key })).status).toBe(200)
    const deps = { store: one.store, now: () => one.clock.at, auditMs: 1 }
    const found = await findKey({ ...deps, keyPepper: null }, key)
    const id = found.kind === 'valid' ? found.key.id : ''
    expect(await revokeKey(deps, { accountId: 77, id }, A_TEST)).toBe('revoked')
    expect((await other.call('GET', '/v2/projects', { key })).status).toBe(401)
  })
})
