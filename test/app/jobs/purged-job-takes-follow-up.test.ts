import { expect, test } from 'vitest'
import { unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { buildAssignment } from '../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { DAY_MS, keysOf, PROJECT, restedJob, restingWorld, takeDue, work } from './idle-job.ts'

test('a follow-up is told that the earlier prompts were deleted', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  const key = { project: PROJECT, job: id }
  for (const days of [90, 30]) {
    world.clock.at += days * DAY_MS
    await takeDue(world)
  }
  await unarchiveJob(world, key, A_TEST)
  expect((await world.job(id)).deletedAt).toBeNull()
  expect((await world.message(key.job, 'go on')).kind).toBe('accepted')

  await dispatchRun(world, await world.job(id))
  await seatedRunner(world, key)
  const assignment = await buildAssignment(world, { ...key, run: 2 }, await world.job(id), {
    isPublic: false,
    allowsSetup: true,
  })
  expect(assignment.prompts).toEqual([{ number: 2, text: 'go on' }])
  expect(assignment.earlier).toMatchObject([
    { prompts: ['(This prompt was deleted with its archived job.)'], summary: null },
  ])
})

test('new texts are deleted 30 days after the next archiving', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  const key = { project: PROJECT, job: id }
  const grow = async () => {
    for (const days of [90, 30]) {
      world.clock.at += days * DAY_MS
      await takeDue(world)
    }
  }
  await grow()
  await unarchiveJob(world, key, A_TEST)
  await world.message(key.job, 'go on')
  await work(world, id)
  expect(await keysOf(world, 'msg/', 'ev/', 'result/', 'patch/')).toBe(6)
  await grow()
  expect(await keysOf(world, 'msg/', 'ev/', 'result/', 'patch/')).toBe(0)
})
