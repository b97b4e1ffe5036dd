import { expect, it } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startProxy } from '../../../support/stores/proxy.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

describeRemote(POSTGRES, () => {
  it('creates the table although each of its steps is slow', async () => {
    const proxy = await startProxy(await POSTGRES.newDatabase())
    // Twenty round trips take longer than a request may.
    proxy.set({ kind: 'slow', ms: 80 })
    const store = await openStore(proxy.url)
    proxy.set({ kind: 'open' })
    // The writer's and a reader's: another one would take many round trips of the deadline of the first read.
    expect(proxy.accepted()).toBe(2)
    expect(await store.commit({ set: [{ key: 'k', value: 'v' }] })).toBe(true)
    await store.close()
  })
})
