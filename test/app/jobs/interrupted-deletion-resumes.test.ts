import { expect, test } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { purgeArchivedJob } from '../../../src/app/jobs/purge-archived-job.ts'
import type { Commit, Store } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import {
  DAY_MS,
  dueTimes,
  keysOf,
  PROJECT,
  restedJob,
  restingWorld,
  takeDue,
  type World,
} from './idle-job.ts'

const BATCHES = 70

/** `beforeCommit` is told each commit with its number, from 1. */
const watched = (store: Store, beforeCommit: (n: number, commit: Commit) => Promise<void> | void): Store => {
  let n = 0
  return {
    ...store,
    async commit(commit) {
      await beforeCommit(++n, commit)
      return store.commit(commit)
    },
  }
}

async function dueForDeletion(): Promise<{ world: World; id: string }> {
  const world = await restingWorld()
  const id = await restedJob(world, BATCHES)
  world.clock.at += 90 * DAY_MS
  await takeDue(world)
  world.clock.at += 30 * DAY_MS
  return { world, id }
}

test('a deletion that is killed after every second commit still completes', async () => {
  const { world, id } = await dueForDeletion()
  const left: number[] = []
  while ((await world.job(id)).deletedAt === null) {
    expect(await dueTimes(world)).toEqual([world.clock.at])
    const store = watched(world.store, (n) => {
      if (n > 2) throw new Error('killed')
    })
    await purgeArchivedJob({ ...world, store }, { project: PROJECT, job: id }).catch(() => {})
    left.push(await keysOf(world, 'ev/'))
  }
  expect(left).toEqual([50, 30, 10, 0, 0])
  expect(await keysOf(world, 'msg/', 'ev/', 'result/', 'patch/')).toBe(0)
  expect(await dueTimes(world)).toEqual([])
})

test('unarchiving during a deletion keeps the remaining texts', async () => {
  const { world, id } = await dueForDeletion()
  const key = { project: PROJECT, job: id }
  const store = watched(world.store, async (n) => {
    if (n === 3) await unarchiveJob(world, key, A_TEST)
  })
  await purgeArchivedJob({ ...world, store }, key)
  expect(await keysOf(world, 'ev/')).toBe(BATCHES - 20)
  expect(await world.job(id)).toMatchObject({ archivedAt: null, deletedAt: null })
  expect(await dueTimes(world)).toEqual([world.clock.at + 90 * DAY_MS])
})

test('no commit deletes more than 500 keys', async () => {
  const world = await restingWorld()
  const id = await restedJob(world)
  const key = { project: PROJECT, job: id }
  // As after six hundred turns of two prompts each.
  const { job: record } = JSON.parse(JSON.stringify({ job: await world.job(id) }))
  const grown = {
    ...record,
    messages: 1_200,
    run: { ...record.run, number: 600 },
    archivedAt: world.clock.at,
  }
  await world.store.commit({
    set: [{ key: jobKeys.record({ project: PROJECT, job: id }), value: JSON.stringify(grown) }],
  })
  world.clock.at += 30 * DAY_MS
  const sizes: number[] = []
  const store = watched(world.store, (_, { del = [] }) => void sizes.push(del.length))
  await purgeArchivedJob({ ...world, store }, key)
  expect(sizes.slice(0, 6)).toEqual([500, 500, 500, 500, 500, 500])
  expect(Math.max(...sizes)).toBe(500)
})
