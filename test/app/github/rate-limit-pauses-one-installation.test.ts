import { expect, test } from 'vitest'
import { seededRandom } from '../../../sandbox/github/faults/seeded-random.ts'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { createRateLimitPauses } from '../../../src/app/github/rate-limit-pauses.ts'
import type { RepositoryRef } from '../../../src/app/github/repository.ts'
import { withRateLimitPauses } from '../../../src/app/github/with-rate-limit-pauses.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { createProjects } from '../../../src/app/projects/projects.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { keySpace } from '../../../src/app/store/key-space.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const SECOND = 1_000

const at = (installationId: number): RepositoryRef => ({
  installationId,
  id: 7,
  owner: 'acme',
  name: 'docs',
})

const withPauses = (github: Github, deps: Parameters<typeof createRateLimitPauses>[0]) =>
  withRateLimitPauses(
    github,
    createRateLimitPauses(deps),
    createRateLimitPauses({ ...deps, keyOf: keySpace.contentPause }),
  )

/** A GitHub that notes each call as `method installation` and answers as `answer` says. */
function notingGithub(answer: (call: string) => unknown): { github: Github; calls: string[] } {
  const calls: string[] = []
  const note = (method: string) => async (repository: RepositoryRef | number) => {
    const call = `${method} ${typeof repository === 'object' ? repository.installationId : repository}`
    calls.push(call)
    return answer(call)
  }
  const github = new Proxy({} as Github, { get: (_, method: string) => note(method) })
  return { github, calls }
}

test('one rate limit response pauses all calls of its installation in every process', async () => {
  const { store, now, clock } = await useCases()
  const until = clock.at + 30 * SECOND
  const { github, calls } = notingGithub((call) => {
    if (call === 'readBranchHead 1' && clock.at < until)
      throw new GithubUnavailable('slow down', until, { isLimit: true })
    return null
  })
  const here = withPauses(github, { store, now })
  const there = withPauses(github, { store, now })
  const limited = { isLimit: true, retryAt: until }

  await expect(here.readBranchHead(at(1), 'main')).rejects.toMatchObject(limited)
  for (const one of [here, there]) {
    const search = { file: 'x', title: 'x', since: new Date() }
    await expect(one.readDefaultHead(at(1))).rejects.toMatchObject(limited)
    await expect(one.readProjectFiles(at(1), 'sha', [])).rejects.toMatchObject(limited)
    await expect(one.findWorkflowRun(at(1), search)).rejects.toMatchObject(limited)
    await expect(one.readWorkflowRun(at(1), 5)).rejects.toMatchObject(limited)
    await expect(one.cancelWorkflowRun(at(1), 5, 'cancel')).rejects.toMatchObject(limited)
    await expect(one.readPullRequest(at(1), 5)).rejects.toMatchObject(limited)
    await expect(one.findPullRequest(at(1), 'x')).rejects.toMatchObject(limited)
    await expect(one.contains(at(1), 'a', 'b')).rejects.toMatchObject(limited)
    await expect(one.isTeamMember(at(1), 'docs', 'ana')).rejects.toMatchObject(limited)
    await expect(one.readIssue(at(1), 5)).rejects.toMatchObject(limited)
    await expect(one.listRepositories(1)).rejects.toMatchObject(limited)
    await expect(one.dispatchWorkflow(at(1), { file: 'x', ref: 'x', run: 'x' })).rejects.toMatchObject(
      limited,
    )
  }
  expect(calls).toEqual(['readBranchHead 1'])

  await there.readBranchHead(at(2), 'main')
  expect(calls).toEqual(['readBranchHead 1', 'readBranchHead 2'])
  clock.at = until
  await there.readBranchHead(at(1), 'main')
  expect(calls).toHaveLength(3)
})

test('a rate limited dispatch begins a pause, and an outage does not', async () => {
  const { store, now, clock } = await useCases()
  const until = clock.at + 60 * SECOND
  const { github, calls } = notingGithub((call) => {
    if (call.startsWith('dispatchWorkflow')) return { kind: 'later', at: until, isLimit: true, detail: 'x' }
    throw new GithubUnavailable('GitHub responded with 502', until)
  })
  const paused = withPauses(github, { store, now })
  for (let n = 0; n < 2; n++)
    await expect(paused.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ isLimit: false })
  const workflow = { file: 'x', ref: 'x', run: 'x' }
  expect(await paused.dispatchWorkflow(at(1), workflow)).toMatchObject({ kind: 'later', at: until })
  await expect(paused.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ isLimit: true, retryAt: until })
  expect(calls).toHaveLength(3)
})

test('the first of 20 jobs to be limited pauses all, and they resume one after the other', async () => {
  const asked: string[] = []
  const world = await useCases()
  const until = world.clock.at + 60 * SECOND
  const { github } = notingGithub((call) => {
    asked.push(call)
    if (world.clock.at < until) throw new GithubUnavailable('secondary rate limit', until, { isLimit: true })
    return call.startsWith('readDefaultHead') ? DEFAULT_HEAD : null
  })
  const outside = { ...world, github: withPauses(github, world) }
  const deps = { ...outside, projects: createProjects(outside), random: seededRandom(1), runsAtOnce: 100 }
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await deps.newJob()).id)
  for (const id of ids) await advanceDueJob(deps, { project: 'prj_ya', job: id })

  expect(asked).toEqual(['readDefaultHead 1'])
  const dueAt = await Promise.all(ids.map(async (id) => (await deps.job(id)).dueAt ?? 0))
  expect(Math.min(...dueAt)).toBeGreaterThan(until)
  expect(Math.max(...dueAt)).toBeLessThanOrEqual(until + 10 * SECOND)
  expect(new Set(dueAt).size).toBeGreaterThan(10)
})

test('a cancellation resumes as soon as the pause is over', async () => {
  const ended: number[] = []
  let until = 0
  const world = await useCases(
    dispatchingGithub([], {
      readWorkflowRun: async (_, id) => {
        if (world.clock.at < until) throw new GithubUnavailable('slow down', until, { isLimit: true })
        return { id, url: '', displayTitle: '', status: 'in_progress', conclusion: null, attempt: 1 }
      },
      cancelWorkflowRun: async (_, id) => void ended.push(id),
    }),
  )
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  await advanceDueJob(world, key)
  until = world.clock.at + 60 * SECOND
  await cancelJob(world, key, A_TEST)
  await advanceDueJob(world, key)
  expect((await world.job(id)).dueAt).toBe(until)
  world.clock.at = until
  await advanceDueJob(world, key)
  expect(ended).toEqual([1001])
})

test('a limit of comments and check runs delays no job, and a limit of a job delays both', async () => {
  const { store, now, clock } = await useCases()
  const until = clock.at + 30 * SECOND
  let limited = 'createComment 1'
  const { github, calls } = notingGithub((call) => {
    if (call === limited && clock.at < until)
      throw new GithubUnavailable('slow down', until, { isLimit: true })
    return null
  })
  const paused = withPauses(github, { store, now })
  await expect(paused.createComment(at(1), 5, 'x')).rejects.toMatchObject({ retryAt: until })
  await expect(paused.updateComment(at(1), 5, 'x')).rejects.toMatchObject({ retryAt: until })
  await expect(paused.react(at(1), { kind: 'issue', id: 5 }, 'eyes')).rejects.toMatchObject({
    retryAt: until,
  })
  await paused.readBranchHead(at(1), 'main')
  expect(calls).toEqual(['createComment 1', 'readBranchHead 1'])
  limited = 'readWorkflowRun 1'
  await expect(paused.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ retryAt: until })
  await expect(paused.readBranchHead(at(1), 'main')).rejects.toMatchObject({ retryAt: until })
})
