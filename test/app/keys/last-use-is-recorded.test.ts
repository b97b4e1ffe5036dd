import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createRecordKeyUse } from '../../../src/app/keys/find-key.ts'
import { listKeys, revokeKey } from '../../../src/app/keys/key-record.ts'
import { type Commit, StoreUnavailable } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { keysWorld, made } from './keys-world.ts'

/** A store that counts what is written, and lets a test come between. */
async function world(before: () => Promise<void> = async () => {}) {
  const deps = await keysWorld()
  const { record } = await made(deps)
  const writes: Promise<boolean>[] = []
  const logged: string[] = []
  const store = {
    ...deps.store,
    commit: (commit: Commit) => {
      const written = before().then(() => deps.store.commit(commit))
      writes.push(written)
      return written
    },
  }
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const note = createRecordKeyUse({ store, now: deps.now, log })
  /** Until nothing is under way any more. */
  const settled = async () => {
    for (let seen = -1; seen !== writes.length; await new Promise((go) => setTimeout(go, 10))) {
      seen = writes.length
      await Promise.allSettled(writes)
    }
  }
  const stored = async () => {
    await settled()
    const [key] = await listKeys(deps, 7)
    if (key === undefined) throw new Error('the key is gone')
    return key
  }
  return { deps, record, note, writes, logged, stored }
}

it('the last use is recorded at most once a minute', async () => {
  const { deps, record, note, writes, stored } = await world()
  for (let n = 0; n < 50; n++) note(record)
  const first = await stored()
  expect(first.lastUsedAt).toBe('2030-01-01T12:00:00.000Z')
  deps.clock.at += 59_999
  note(first)
  await stored()
  expect(writes).toHaveLength(1)
  deps.clock.at += 1
  note(first)
  expect((await stored()).lastUsedAt).toBe('2030-01-01T12:01:00.000Z')
  expect(writes).toHaveLength(2)
})

it('the last use is not recorded if another process has just done it', async () => {
  const { deps, record, note, writes, stored } = await world()
  deps.clock.at += 30_000
  note({ ...record, lastUsedAt: '2030-01-01T12:00:00.000Z' })
  await stored()
  expect(writes).toHaveLength(0)
})

it('recording a use does not undo a simultaneous revocation', async () => {
  let revoke = async () => {}
  const { deps, record, note, writes, stored } = await world(() => revoke())
  revoke = async () => {
    revoke = async () => {}
    await revokeKey(deps, { accountId: 7, id: record.id }, A_TEST)
  }
  note(record)
  expect(await stored()).toMatchObject({
    revokedAt: '2030-01-01T12:00:00.000Z',
    lastUsedAt: '2030-01-01T12:00:00.000Z',
  })
  expect(writes).toHaveLength(2)
})

it('an unwritable store gives a warning once a minute', async () => {
  const { record, note, logged, stored } = await world(() =>
    Promise.reject(new StoreUnavailable('the disk is full')),
  )
  for (let n = 0; n < 20; n++) note(record)
  expect((await stored()).lastUsedAt).toBeNull()
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 40,
    keyId: record.id,
    err: { message: 'the disk is full' },
  })
})
