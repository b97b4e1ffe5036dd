import { expect, test } from 'vitest'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { dispatchingGithub, useCases } from '../../support/use-cases.ts'

test('of eight jobs, taken up by two processes at once, three run and five wait', async () => {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched), { runsAtOnce: 3 })
  const jobs = await Promise.all(Array.from({ length: 8 }, () => world.newJob()))
  await Promise.all([...jobs, ...jobs].map((job) => dispatchRun(world, job)))

  expect(new Set(dispatched).size).toBe(3)
  expect(dispatched).toHaveLength(3)
  const states = await Promise.all(jobs.map(async (job) => (await world.job(job.id)).run.state))
  expect(states.filter((state) => state === 'queued')).toHaveLength(5)

  // One ends: one of those that wait gets its place.
  const running = jobs[states.indexOf('dispatched')]
  await cancelJob(world, { project: 'prj_ya', job: running?.id ?? '' }, 'a test')
  for (const job of jobs) {
    const current = await world.job(job.id)
    if (current.run.state === 'queued') await dispatchRun(world, current)
  }
  expect(dispatched).toHaveLength(4)
})
