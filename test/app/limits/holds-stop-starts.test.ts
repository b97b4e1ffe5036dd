import { expect, test } from 'vitest'
import {
  beginHold,
  hasWaited,
  heldAmong,
  holdInForce,
  holdKeys,
  readHolds,
  releaseHold,
} from '../../../src/app/limits/hold.ts'
import { memoryStore, NOW } from '../job-store/memory-store.ts'

const PROJECT = { id: 'prj_7', accountId: 9 }
const ACCOUNT_SCOPE = { kind: 'account', id: 9 } as const
const PROJECT_SCOPE = { kind: 'project', id: 'prj_7' } as const
const ORDER = { by: 'root@host', why: 'an incident' }
const LATER = NOW + 1_000

async function world() {
  const { store } = await memoryStore()
  const extra = { set: [{ key: 'extra', value: '1' }] }
  return {
    store,
    begin: (scope: Parameters<typeof beginHold>[1], order = {}, at = NOW) =>
      beginHold(store, scope, { ...ORDER, ...order }, at, extra),
    release: (scope: Parameters<typeof releaseHold>[1], at = LATER) => releaseHold(store, scope, at, extra),
    takeExtra: async () => {
      const value = await store.get('extra')
      await store.commit({ del: ['extra'] })
      return value
    },
  }
}

test('without a hold, runs may start', async () => {
  const { store } = await world()
  expect(await holdInForce(store, PROJECT_SCOPE)).toBeNull()
  expect(await readHolds(store, PROJECT)).toEqual({
    inForce: null,
    releasedAt: null,
    checks: [
      { key: 'hold/account/9', value: null },
      { key: 'hold/project/prj_7', value: null },
    ],
  })
  expect(await heldAmong(store, [PROJECT])).toEqual(new Set())
})

test('a hold is in force until it is released, and each commit includes the extra one', async () => {
  const { store, begin, release, takeExtra } = await world()
  const hold = { heldAt: NOW, releasedAt: null, ...ORDER }
  expect(await begin(PROJECT_SCOPE)).toEqual({ did: 'begin', hold })
  expect(await takeExtra()).toBe('1')
  expect(await holdInForce(store, PROJECT_SCOPE)).toEqual(hold)
  expect(await readHolds(store, PROJECT)).toMatchObject({
    inForce: { scope: 'project', hold },
    releasedAt: null,
  })
  const released = { ...hold, releasedAt: LATER }
  expect(await release(PROJECT_SCOPE)).toEqual(released)
  expect(await takeExtra()).toBe('1')
  expect(await holdInForce(store, PROJECT_SCOPE)).toBeNull()
  const raw = JSON.stringify(released)
  expect(await readHolds(store, PROJECT)).toEqual({
    inForce: null,
    releasedAt: LATER,
    checks: [
      { key: 'hold/account/9', value: null },
      { key: 'hold/project/prj_7', value: raw },
    ],
  })
})

test('a release without a hold returns nothing', async () => {
  const { begin, release, takeExtra } = await world()
  expect(await release(PROJECT_SCOPE)).toBeNull()
  await begin(PROJECT_SCOPE)
  await release(PROJECT_SCOPE)
  await takeExtra()
  expect(await release(PROJECT_SCOPE)).toBeNull()
  expect(await takeExtra()).toBeUndefined()
})

test('a hold that is in force keeps its time, and gets another reason', async () => {
  const { begin, takeExtra } = await world()
  const { hold } = await begin(PROJECT_SCOPE)
  await takeExtra()
  expect(await begin(PROJECT_SCOPE, { by: 'another' }, LATER)).toEqual({ did: 'nothing', hold })
  expect(await begin(PROJECT_SCOPE, { why: null }, LATER)).toEqual({ did: 'nothing', hold })
  expect(await takeExtra()).toBeUndefined()
  const explained = { ...hold, why: 'an upgrade' }
  expect(await begin(PROJECT_SCOPE, { by: 'another', why: 'an upgrade' }, LATER)).toEqual({
    did: 'explain',
    hold: explained,
  })
  expect(await takeExtra()).toBe('1')
})

test('a new hold after a release keeps unknown fields', async () => {
  const { store, begin } = await world()
  const before = { heldAt: 1, releasedAt: 2, by: 'x', why: null, newer: true }
  await store.commit({ set: [{ key: holdKeys.of('project', 'prj_7'), value: JSON.stringify(before) }] })
  expect(await begin(PROJECT_SCOPE, {}, LATER)).toEqual({
    did: 'begin',
    hold: { heldAt: LATER, releasedAt: null, ...ORDER, newer: true },
  })
})

test('the hold of an account comes before that of a project, and the later release counts', async () => {
  const { store, begin, release } = await world()
  await begin(PROJECT_SCOPE)
  await begin(ACCOUNT_SCOPE, { why: 'the account' })
  expect(await readHolds(store, PROJECT)).toMatchObject({
    inForce: { scope: 'account', hold: { why: 'the account' } },
  })
  await release(ACCOUNT_SCOPE, NOW + 5)
  expect(await readHolds(store, PROJECT)).toMatchObject({
    inForce: { scope: 'project' },
    releasedAt: NOW + 5,
  })
  await release(PROJECT_SCOPE, NOW + 3)
  expect(await readHolds(store, PROJECT)).toMatchObject({ inForce: null, releasedAt: NOW + 5 })
})

test('held projects are found among others, alone or with their account', async () => {
  const { store, begin, release } = await world()
  const projects = [
    PROJECT,
    { id: 'prj_8', accountId: 9 },
    { id: 'prj_9', accountId: 10 },
    { id: 'prj_10', accountId: 10 },
  ]
  await begin(ACCOUNT_SCOPE)
  await begin({ kind: 'project', id: 'prj_10' })
  expect(await heldAmong(store, projects)).toEqual(new Set(['prj_7', 'prj_8', 'prj_10']))
  await release(ACCOUNT_SCOPE)
  expect(await heldAmong(store, projects)).toEqual(new Set(['prj_10']))
})

test('the time of a hold is no waiting time', async () => {
  const { store, begin, release } = await world()
  const waited = (ms: number, now: number) => hasWaited(store, PROJECT, NOW, { ms, now })
  expect([await waited(1_000, NOW + 1_000), await waited(1_000, NOW + 1_001)]).toEqual([false, true])
  await begin(PROJECT_SCOPE)
  expect(await waited(1_000, NOW + 60_000)).toBe(false)
  await release(PROJECT_SCOPE, NOW + 60_000)
  expect(await waited(1_000, NOW + 61_000)).toBe(false)
  expect(await waited(1_000, NOW + 61_001)).toBe(true)
})
