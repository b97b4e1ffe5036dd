import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadProject, projectKeys } from '../../../src/app/projects/project.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { createDueQueues } from '../../../src/app/timers/due-queues.ts'
import { startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../../src/app/timers/work-partition.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { until } from '../../support/world/jobs.ts'
import { restedJob, restingWorld } from '../jobs/idle-job.ts'

type World = Awaited<ReturnType<typeof useCases>>

function start(world: World): void {
  const queues = createDueQueues({
    store: world.store,
    advanceDueJob: (key) => advanceDueJob(world, key),
    showJob: async () => {},
    followPullRequest: async () => null,
    refreshProject: async () => null,
    onboardProject: async () => null,
    workOnTrigger: async () => undefined,
  })
  const timer = startDueTimer({ partition: ALL_MINE, ...world, queues })
  onTestFinished(() => timer.stop())
}

test('a job starts while GitHub is slow for 100 earlier jobs of another project', async () => {
  const dispatched: string[] = []
  const slow = Promise.withResolvers<typeof DEFAULT_HEAD>()
  const github = dispatchingGithub(dispatched, {
    readDefaultHead: ({ installationId }) =>
      installationId === 1 ? slow.promise : Promise.resolve(DEFAULT_HEAD),
  })
  const world = await useCases(github, { runsAtOnce: 1_000 })
  for (let n = 0; n < 150; n++) await world.newJob()
  const other = { ...(await loadProject(world.store, 'prj_ya')), id: 'prj_zz', installationId: 2 }
  await world.store.commit({ set: [{ key: projectKeys.record('prj_zz'), value: JSON.stringify(other) }] })
  world.clock.at += 1_000
  await world.newJob('x', 'prj_zz')
  start(world)

  await until('the other project to be served', () => (dispatched.length > 0 ? true : null))
  expect(dispatched).toEqual([expect.stringContaining('run_zz_')])
  slow.resolve(DEFAULT_HEAD)
  await until('the first project to be served', () => (dispatched.length > 1 ? true : null))
})

test('new work and retention do not delay each other', async () => {
  const world = await restingWorld()
  const rested: string[] = []
  for (let n = 0; n < 30; n++) rested.push(await restedJob(world, 0))
  world.clock.at += 91 * 86_400_000
  const work = await world.newJob()
  const order: string[] = []
  const queues = createDueQueues({
    store: world.store,
    async advanceDueJob(key) {
      order.push(key.job)
      // As long as a slow disk takes for the texts of an old job.
      if (key.job !== work.id) await sleep(5)
      await advanceDueJob(world, key)
    },
    showJob: async () => {},
    followPullRequest: async () => null,
    refreshProject: async () => null,
    onboardProject: async () => null,
    workOnTrigger: async () => undefined,
  })
  const timer = startDueTimer({ partition: ALL_MINE, ...world, queues })
  onTestFinished(() => timer.stop())
  await until('all to be done', () => (new Set(order).size === 31 ? true : null))
  expect(order.indexOf(work.id)).toBeLessThan(3)
  await until('the last to be archived', async () =>
    (await Promise.all(rested.map((id) => world.job(id)))).every(({ archivedAt }) => archivedAt !== null)
      ? true
      : null,
  )
})
