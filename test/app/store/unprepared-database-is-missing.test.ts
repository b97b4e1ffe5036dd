import { expect, it } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { StoreMissing } from '../../../src/app/store/store.ts'
import { describeEachStore, KEY_PEPPER } from '../../support/stores/stores.ts'

describeEachStore(({ newDatabase }) => {
  it('is missing until a server has started with it', async () => {
    const url = await newDatabase()
    const missing = await openStore(url, { mustExist: true }).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(StoreMissing)
    expect(String(missing)).toMatch(/DATABASE_URL of the server, and start the server once$/)
    await (await openStore(url, { keyPepper: KEY_PEPPER })).close()
    await (await openStore(url, { keyPepper: KEY_PEPPER, mustExist: true })).close()
  })
})
