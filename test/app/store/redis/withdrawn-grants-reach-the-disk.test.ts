import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../../src/app/keys/rotate-key.ts'
import { endSession, endSessionsOf, startSession } from '../../../../src/app/sessions/sessions.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { untilOnDisk } from '../../../../src/app/store/redis/persistence.ts'
import type { Commit, Store } from '../../../../src/app/store/store.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { keysWorld, made } from '../../keys/keys-world.ts'

/** A Redis that has a number of unfinished fsyncs at each look, and what was done with it. */
function redisWith(pending: readonly number[]) {
  const done: (string | number)[] = []
  const left = [...pending]
  let elapsed = 0
  return {
    done,
    info: async () => {
      const next = left.length > 1 ? left.shift() : left[0]
      done.push(`${next} pending`)
      return new Map([['aof_pending_bio_fsync', String(next)]])
    },
    wait: async (ms: number) => {
      elapsed += ms
      if (ms > 1_000) done.push('a second')
    },
    elapsedMs: () => elapsed,
  }
}

it('waits for an fsync that began after the write', async () => {
  const redis = redisWith([1, 1, 0, 1, 0])
  await untilOnDisk(redis)
  expect(redis.done).toEqual(['1 pending', '1 pending', '0 pending', 'a second', '1 pending', '0 pending'])
})

it('gives up when the disk does not answer', async () => {
  await expect(untilOnDisk(redisWith([0, 1]))).rejects.toThrow('has not written to its disk within 10000 ms')
})

it('only the end of a key or of a session waits for the disk', async () => {
  const commits: Commit[] = []
  const deps = await keysWorld()
  const store: Store = {
    ...deps.store,
    async commit(commit) {
      commits.push(commit)
      return deps.store.commit(commit)
    },
  }
  const all = { ...deps, store }
  const waits = async (work: Promise<unknown>) => {
    commits.length = 0
    await work
    return commits.map(({ isOnDisk }) => isOnDisk === true)
  }
  const { record } = await made(all)
  const { accountId, id } = record
  const person = { id: 5, login: 'ada', name: null }
  const signIn = () => startSession(all, person, 'sealed', { accountIds: [accountId], by: A_TEST })
  expect(await waits(made(all))).toEqual([false])
  expect(await waits(rotateKey(all, { accountId, id, grace: '0' }, A_TEST))).toEqual([true])
  expect(await waits(revokeKey(all, { accountId, id }, A_TEST))).toEqual([true])
  expect(await waits(signIn())).toEqual([false])
  const { session } = await signIn()
  expect(await waits(endSession(all, session, A_TEST))).toEqual([true])
  expect(await waits(endSessionsOf(all, person.id, A_TEST))).toEqual([true])
})

describeRemote(REDIS, () => {
  it.each([
    ['everysec', ['plain', 'on disk']],
    ['always', ['on disk', 'plain']],
  ])('with appendfsync %s, writes are confirmed in the order %j', async (appendfsync, order) => {
    const settings = { appendonly: 'yes', appendfsync }
    const server = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: true, settings })
    onTestFinished(() => server.stop())
    const store = await openStore(`${server.url}/0`)
    onTestFinished(() => store.close())
    const confirmed: string[] = []
    const onDisk = store
      .commit({ set: [{ key: 'a', value: '' }], isOnDisk: true })
      .then(() => confirmed.push('on disk'))
    await store.commit({ set: [{ key: 'b', value: '' }] }).then(() => confirmed.push('plain'))
    await onDisk
    expect(confirmed).toEqual(order)
    expect(await store.commit({ checks: [{ key: 'a', value: 'no' }], isOnDisk: true })).toBe(false)
  })
})
