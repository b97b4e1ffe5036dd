import { expect, test } from 'vitest'
import { archiveJob, unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { purgeArchivedJob } from '../../../src/app/jobs/purge-archived-job.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { DAY_MS, keysOf, PROJECT, restingWorld, takeDue, type World } from './idle-job.ts'

/** A job that was archived while its runner was at work. */
async function archivedAtWork(given?: World): Promise<{
  world: World
  key: { project: string; job: string }
  runner: Awaited<ReturnType<typeof seatedRunner>>
}> {
  const world = given ?? (await restingWorld())
  const key = { project: PROJECT, job: (await world.newJob('the prompt')).id }
  const runner = await seatedRunner(world, key)
  await archiveJob(world, key, A_TEST)
  world.clock.at += 60_000
  await takeDue(world)
  return { world, key, runner }
}

test('a patch before the deletion is saved, and deleted with the other texts', async () => {
  const { world, runner } = await archivedAtWork()
  expect(await runner.keepPatch('a patch')).toEqual({ kind: 'saved' })
  expect(await keysOf(world, 'patch/')).toBe(1)
  world.clock.at += 30 * DAY_MS
  await takeDue(world)
  expect(await keysOf(world, 'patch/')).toBe(0)
})

test('a patch during or after the deletion is refused', async () => {
  const { world, key, runner } = await archivedAtWork()
  world.clock.at += 30 * DAY_MS
  const refused = { kind: 'refused', why: 'texts-deleted', message: expect.stringContaining('deleted') }
  expect(await runner.keepPatch('during it')).toMatchObject(refused)
  await purgeArchivedJob(world, key)
  expect((await world.job(key.job)).deletedAt).toBe(world.clock.at)
  expect(await runner.keepPatch('after it')).toMatchObject(refused)
  expect(await keysOf(world, 'patch/', 'msg/', 'ev/', 'result/')).toBe(0)
})

test('a patch of a job that is active again is saved, unless its run was cancelled long ago', async () => {
  const world = await restingWorld()
  const key = { project: PROJECT, job: (await world.newJob('the prompt')).id }
  const failed = await seatedRunner(world, key)
  await (await failed.fail('a failure of the model')).confirm()
  await archiveJob(world, key, A_TEST)
  const cancelled = await archivedAtWork(world)
  for (const days of [0, 30]) {
    world.clock.at += 60_000 + days * DAY_MS
    await takeDue(world)
  }
  for (const archived of [key, cancelled.key]) await unarchiveJob(world, archived, A_TEST)
  expect(await failed.keepPatch('a patch')).toEqual({ kind: 'saved' })
  expect(await cancelled.runner.keepPatch('a patch')).toMatchObject({ kind: 'refused', why: 'run-ended' })
})
