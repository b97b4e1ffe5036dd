import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startProxy } from '../../../support/stores/proxy.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

describeRemote(POSTGRES, () => {
  it('ends a connection that the server accepts and then leaves without an answer', async () => {
    const proxy = await startProxy(await POSTGRES.newDatabase())
    const store = await openStore(proxy.url)
    onTestFinished(() => store.close())
    proxy.cut()
    await expect.poll(() => proxy.connections()).toBe(0)
    proxy.set({ kind: 'unanswered', after: 'SET statement_timeout' })
    await expect(store.get('k')).rejects.toThrow('could not be read')
    await expect.poll(() => proxy.connections()).toBe(0)
    proxy.set({ kind: 'open' })
    expect(await store.get('k')).toBeUndefined()
  })
})
