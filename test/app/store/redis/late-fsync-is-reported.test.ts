import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function caveatsWith(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const redis = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: true, settings })
  onTestFinished(() => redis.stop())
  const store = await openStore(`${redis.url}/0`)
  onTestFinished(() => store.close())
  return store.caveats()
}

describeRemote(REDIS, () => {
  it('reports nothing if each write is on disk before it is confirmed', async () => {
    expect(await caveatsWith({ 'no-appendfsync-on-rewrite': 'no' })).toEqual([])
  })

  it.each([
    ['always', [expect.stringContaining('set no-appendfsync-on-rewrite no')]],
    [
      'everysec',
      [expect.stringContaining('appendfsync everysec'), expect.stringContaining('during a rewrite')],
    ],
  ])('with appendfsync %s, reports fsyncs that stop during a rewrite', async (appendfsync, caveats) => {
    expect(await caveatsWith({ appendfsync, 'no-appendfsync-on-rewrite': 'yes' })).toEqual(caveats)
  })
})
