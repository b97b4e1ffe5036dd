import { expect, test } from 'vitest'
import type { JobKey } from '../../../../src/app/domain/run-id.ts'
import { runKeys } from '../../../../src/app/job-store/run-history.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { countSavedPatches } from '../../../../src/app/jobs/upgrades.ts'
import { patchUsageKeys } from '../../../../src/app/limits/patch-quota.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { describeSavedPatch } from '../../../../src/app/runs/assignment/saved-patch.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { useCases } from '../../../support/app/use-cases.ts'
import { DAY_MS, PROJECT, restingWorld, takeDue } from '../../jobs/idle-job.ts'

const MIB = 1024 * 1024
const OTHER = 'prj_zz'
const ACCOUNT = 77

/** A project may save 2 MiB, its account 3 MiB; there are two projects of the account. */
async function world(given?: Awaited<ReturnType<typeof useCases>>) {
  const cases = given ?? (await useCases())
  const { store } = cases
  const other = { ...JSON.parse((await store.get(projectKeys.record(PROJECT))) ?? ''), id: OTHER }
  await store.commit({ set: [{ key: projectKeys.record(OTHER), value: JSON.stringify(other) }] })
  const deps = { ...cases, patchLimits: { projectBytes: 2 * MIB, accountBytes: 3 * MIB } }
  const run = async (project = PROJECT) => {
    const { id } = await cases.newJob('x', project)
    const key: JobKey = { project, job: id }
    const runner = await seatedRunner(deps, key)
    return { key, save: (bytes: number) => runner.keepPatch('x'.repeat(bytes)) }
  }
  const bytes = async (key: string) => JSON.parse((await store.get(key)) ?? '{"bytes":0}').bytes
  const usage = async () => ({
    project: await bytes(patchUsageKeys.ofProject(PROJECT)),
    other: await bytes(patchUsageKeys.ofProject(OTHER)),
    account: await bytes(patchUsageKeys.ofAccount(ACCOUNT)),
  })
  return { ...deps, run, usage }
}

const SAVED = { kind: 'saved' }
const refused = (scope: string, mib: number) => ({
  kind: 'refused',
  why: 'patch-quota',
  message: `the saved patches of this ${scope} would exceed ${mib} MiB`,
})

test('patches up to the quota of the project are saved; the next is refused, and its reason names the file', async () => {
  const { store, run, usage } = await world()
  const [first, second, third] = [await run(), await run(), await run()]
  expect(await first.save(MIB)).toEqual(SAVED)
  expect(await second.save(MIB)).toEqual(SAVED)
  expect(await third.save(1)).toEqual(refused('project', 2))
  expect(await store.get(runKeys.patch(third.key.job, 1))).toBeUndefined()
  expect(await usage()).toEqual({ project: 2 * MIB, other: 0, account: 2 * MIB })
  const told = await describeSavedPatch(store, third.key.job, 1, reason('push-refused', 'x'))
  expect(told.message).toMatch(
    /because the saved patches of this project have used up their quota: it is in the file that the output `patch-path` /,
  )
})

test('projects of an account share its quota', async () => {
  const { run, usage } = await world()
  expect(await (await run()).save(2 * MIB)).toEqual(SAVED)
  const other = await run(OTHER)
  expect(await other.save(2 * MIB)).toEqual(refused('account', 3))
  expect(await other.save(MIB)).toEqual(SAVED)
  expect(await usage()).toEqual({ project: 2 * MIB, other: MIB, account: 3 * MIB })
})

test('simultaneous patches do not exceed the quota together', async () => {
  const { run, usage } = await world()
  const runs = await Promise.all(Array.from({ length: 6 }, () => run()))
  const outcomes = await Promise.all(runs.map(({ save }) => save(MIB / 2)))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
    ...Array(2).fill('refused'),
    ...Array(4).fill('saved'),
  ])
  expect((await usage()).project).toBe(2 * MIB)
})

test('a run that sends its patch again is charged for the last one, and keeps an earlier one if that is refused', async () => {
  const { store, run, usage } = await world()
  const { key, save } = await run()
  for (const bytes of [MIB, 2 * MIB, MIB]) expect(await save(bytes)).toEqual(SAVED)
  expect(await usage()).toMatchObject({ project: MIB, account: MIB })
  expect(await save(3 * MIB)).toEqual(refused('project', 2))
  expect((await store.get(runKeys.patch(key.job, 1)))?.length).toBe(MIB)
  expect(await usage()).toMatchObject({ project: MIB, account: MIB })
})

test('deleted patches are credited to the quota', async () => {
  const cases = await world(await restingWorld())
  const { key, save } = await cases.run()
  expect(await save(2 * MIB)).toEqual(SAVED)
  await cancelJob(cases, key, A_TEST)
  for (const ms of [60_000, 90 * DAY_MS, 30 * DAY_MS]) {
    cases.clock.at += ms
    await takeDue(cases)
  }
  expect((await cases.job(key.job)).deletedAt).toBe(cases.clock.at)
  expect(await cases.usage()).toEqual({ project: 0, other: 0, account: 0 })
  expect(await cases.store.get(patchUsageKeys.size(key.job, 1))).toBeUndefined()
  expect(await (await cases.run()).save(2 * MIB)).toEqual(SAVED)
})

test('the patch of a cancelled run is saved within a minute only', async () => {
  const cases = await world()
  const { key, save } = await cases.run()
  await cancelJob(cases, key, A_TEST)
  cases.clock.at += 60_000
  expect(await save(1)).toEqual(SAVED)
  cases.clock.at += 1
  expect(await save(2)).toMatchObject({ kind: 'refused', why: 'run-ended' })
})

test('patches from before the quota are counted at the upgrade, once, and none is deleted', async () => {
  const cases = await world()
  const { store, run, usage } = cases
  const [old, older, counted] = [await run(), await run(OTHER), await run()]
  for (const { key } of [old, older])
    await store.commit({ set: [{ key: runKeys.patch(key.job, 1), value: 'x'.repeat(3 * MIB) }] })
  expect(await counted.save(MIB)).toEqual(SAVED)
  for (let n = 0; n < 2; n++) {
    await countSavedPatches(store)
    expect(await usage()).toEqual({ project: 4 * MIB, other: 3 * MIB, account: 7 * MIB })
  }
  expect((await store.get(runKeys.patch(old.key.job, 1)))?.length).toBe(3 * MIB)
  expect(await (await run()).save(1)).toEqual(refused('project', 2))
})
