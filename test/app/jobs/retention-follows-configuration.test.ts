import { expect, test } from 'vitest'
import type { Retention } from '../../../src/app/domain/job-view.ts'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { DAY_MS, dueTimes, PROJECT, restedJob, restingWorld, takeDue, type World } from './idle-job.ts'

const configured = (world: World, retention: Retention): World => ({ ...world, retention })

test('an ended job is never due if both times are set to never', async () => {
  const world = configured(await restingWorld(), { archiveAfterMs: null, deleteAfterMs: null, auditMs: 1 })
  const id = await restedJob(world)
  expect(await dueTimes(world)).toEqual([])
  await archiveJob(world, { project: PROJECT, job: id }, A_TEST)
  expect(await dueTimes(world)).toEqual([])
})

test('a longer retention time applies to existing jobs', async () => {
  const before = await restingWorld()
  const id = await restedJob(before)
  const after = configured(before, { archiveAfterMs: 180 * DAY_MS, deleteAfterMs: null, auditMs: 1 })
  after.clock.at += 90 * DAY_MS
  expect(await takeDue(after)).toBe(1)
  const { archivedAt, lastActivityAt } = await after.job(id)
  expect(archivedAt).toBeNull()
  expect(await dueTimes(after)).toEqual([lastActivityAt + 180 * DAY_MS])
})

test('a due job leaves the queue if its time is now set to never', async () => {
  const before = await restingWorld()
  await restedJob(before)
  const after = configured(before, { archiveAfterMs: null, deleteAfterMs: null, auditMs: 1 })
  after.clock.at += 90 * DAY_MS
  await takeDue(after)
  expect(await dueTimes(after)).toEqual([])
})
