import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('three of eight jobs run, and five wait without a request to GitHub, also with two processes', async () => {
  const dispatched: string[] = []
  let asked = 0
  const github = dispatchingGithub(dispatched, {
    readDefaultHead: async () => {
      asked++
      return DEFAULT_HEAD
    },
  })
  const world = await useCases(github, { runsAtOnce: 3 })
  const jobs: Job[] = []
  for (let i = 0; i < 8; i++) {
    jobs.push(await world.newJob())
    world.clock.at += 1
  }
  await Promise.all([...jobs, ...jobs].map((job) => dispatchRun(world, job)))

  expect(new Set(dispatched).size).toBe(3)
  expect(dispatched).toHaveLength(3)
  const states = () => Promise.all(jobs.map(async (job) => (await world.job(job.id)).run.state))
  expect((await states()).filter((state) => state === 'queued')).toHaveLength(5)
  const before = asked
  for (const job of jobs) {
    const current = await world.job(job.id)
    if (current.run.state === 'queued') await dispatchRun(world, current)
  }
  expect(asked).toBe(before)

  // One ends: the run that has waited longest is due immediately, and no other gets its slot.
  const running = jobs[(await states()).indexOf('dispatched')]
  const waiting = jobs.filter((_, i) => !dispatched.some((run) => run.includes(jobs[i]?.id.slice(4) ?? '-')))
  await cancelJob(world, { project: 'prj_ya', job: running?.id ?? '' }, A_TEST)
  const [longest, ...others] = waiting
  expect((await world.job(longest?.id ?? '')).run.dueAt).toBe(world.clock.at)
  for (const job of [...others].reverse()) await dispatchRun(world, await world.job(job.id))
  expect(dispatched).toHaveLength(3)
  await dispatchRun(world, await world.job(longest?.id ?? ''))
  expect(dispatched).toHaveLength(4)
  expect(dispatched[3]).toContain(longest?.id.slice(4))
})
