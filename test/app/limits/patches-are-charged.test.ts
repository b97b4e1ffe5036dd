import { expect, test } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { countSavedPatches, UPGRADES } from '../../../src/app/jobs/upgrades.ts'
import {
  chargePatch,
  type PatchOwner,
  patchUsageKeys,
  readSize,
  releasePatches,
} from '../../../src/app/limits/patch-quota.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { FORMAT } from '../../../src/app/store/format.ts'
import { memoryStore } from '../job-store/memory-store.ts'

const OWNER: PatchOwner = { project: 'p', accountId: 7 }
const LIMITS = { projectBytes: 10, accountBytes: 15 }

async function world() {
  const { store } = await memoryStore()
  const number = async (key: string) => JSON.parse((await store.get(key)) ?? '{"bytes":null}').bytes
  return {
    store,
    async charge(run: number, bytes: number, owner = OWNER) {
      const charged = await chargePatch(store, owner, { job: 'j', run, bytes }, LIMITS)
      expect(await store.commit(charged.commit)).toBe(true)
      return charged.kind === 'refused' ? charged.by : charged.kind
    },
    release: async (...runs: number[]) =>
      expect(await store.commit(await releasePatches(store, 'p', 'j', runs))).toBe(true),
    used: async () => [
      await number(patchUsageKeys.ofProject('p')),
      await number(patchUsageKeys.ofAccount(7)),
    ],
  }
}

test('a patch is charged to its project and its account, up to both quotas', async () => {
  const { store, charge, used } = await world()
  expect(await charge(1, 10)).toBe('charged')
  expect(await charge(2, 1)).toBe('project')
  expect(await charge(3, 5, { project: 'q', accountId: 7 })).toBe('charged')
  expect(await charge(4, 1, { project: 'q', accountId: 7 })).toBe('account')
  expect(await used()).toEqual([10, 15])
  expect(await readSize(store, 'j', 1)).toEqual({ bytes: 10, accountId: 7 })
  expect(await readSize(store, 'j', 2)).toEqual({ bytes: 0, accountId: 7, refused: 'project' })
  expect(await readSize(store, 'j', 4)).toEqual({ bytes: 0, accountId: 7, refused: 'account' })
  expect(await readSize(store, 'j', 5)).toBeNull()
})

test('without an account only the project is charged', async () => {
  const { store, charge, used } = await world()
  expect(await charge(1, 10, { project: 'p', accountId: null })).toBe('charged')
  expect(await used()).toEqual([10, null])
  expect(await store.get('patch-usage/account/null')).toBeUndefined()
  expect(await charge(2, 1, { project: 'p', accountId: null })).toBe('project')
})

test('a patch that replaces one of its run is charged the difference', async () => {
  const { store, charge, used } = await world()
  await charge(1, 8)
  expect(await charge(1, 10)).toBe('charged')
  expect(await used()).toEqual([10, 10])
  expect(await charge(1, 11)).toBe('project')
  expect(await readSize(store, 'j', 1)).toEqual({ bytes: 10, accountId: 7 })
  expect(await charge(1, 3)).toBe('charged')
  expect(await used()).toEqual([3, 3])
})

test('a patch of the same size, or smaller, is taken although the quota is exceeded', async () => {
  const { store, charge, used } = await world()
  await charge(1, 8)
  const exceeded = { key: patchUsageKeys.ofProject('p'), value: '{"bytes":100}' }
  await store.commit({ set: [exceeded] })
  expect(await charge(1, 8)).toBe('charged')
  expect(await used()).toEqual([100, 8])
  expect(await charge(1, 7)).toBe('charged')
  expect(await used()).toEqual([99, 7])
})

test('a transferred project gives back to the account that was charged', async () => {
  const { store, charge, used } = await world()
  await charge(1, 8)
  expect(await charge(1, 6, { project: 'p', accountId: 8 })).toBe('charged')
  expect(await used()).toEqual([6, 0])
  expect(JSON.parse((await store.get(patchUsageKeys.ofAccount(8))) ?? '')).toEqual({ bytes: 6 })
})

test('released patches are given back, and no counter goes below zero', async () => {
  const { store, charge, release, used } = await world()
  await charge(1, 4)
  await charge(2, 5)
  await release(1, 3)
  expect(await used()).toEqual([5, 5])
  await store.commit({ set: [{ key: patchUsageKeys.ofProject('p'), value: '{"bytes":2,"x":1}' }] })
  await release(2)
  expect(await used()).toEqual([0, 0])
  expect(JSON.parse((await store.get(patchUsageKeys.ofProject('p'))) ?? '')).toEqual({ bytes: 0, x: 1 })
})

test('a refused patch has nothing to give back', async () => {
  const { store, charge } = await world()
  await charge(1, 11)
  expect(await releasePatches(store, 'p', 'j', [1])).toEqual({ checks: [], set: [] })
})

test('one of two simultaneous charges conflicts', async () => {
  const { store } = await world()
  const charge = (run: number) => chargePatch(store, OWNER, { job: 'j', run, bytes: 6 }, LIMITS)
  const [one, other] = [await charge(1), await charge(2)]
  expect([await store.commit(one.commit), await store.commit(other.commit)]).toEqual([true, false])
})

test('patches from before the quota are counted by the upgrade to format 2, each once', async () => {
  const { store, used } = await world()
  const patch = (job: string, run: number, length: number) => ({
    key: runKeys.patch(job, run),
    value: 'x'.repeat(length),
  })
  const jobs = [
    { key: jobKeys.record({ job: 'j', project: 'p' }), value: '{}' },
    { key: jobKeys.record({ job: 'k', project: 'unknown' }), value: '{}' },
    { key: projectKeys.record('p'), value: '{"accountId":7}' },
  ]
  const set = [...jobs, patch('j', 1, 30), patch('j', 2, 4), patch('k', 1, 5), patch('lost', 1, 6)]
  await store.commit({ set })
  expect([...UPGRADES]).toEqual([[FORMAT, countSavedPatches]])
  for (let n = 0; n < 2; n++) {
    await countSavedPatches(store)
    expect(await used()).toEqual([34, 34])
  }
  expect(await readSize(store, 'j', 1)).toEqual({ bytes: 30, accountId: 7 })
  expect(await readSize(store, 'k', 1)).toEqual({ bytes: 5, accountId: null })
  expect(await readSize(store, 'lost', 1)).toBeNull()
  expect((await store.get(runKeys.patch('j', 1)))?.length).toBe(30)
})
