import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'

describeRemote(REDIS, () => {
  it('keeps no signal of a command, because the link has its own deadline', async () => {
    const store = await openStore(await REDIS.newDatabase())
    onTestFinished(() => store.close())
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => timeout.mockRestore())
    await store.commit({ set: [{ key: 'a', value: '1' }] })
    expect(await store.get('a')).toBe('1')
    expect(timeout).not.toHaveBeenCalled()
  })
})
