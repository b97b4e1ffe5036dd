import { expect, test } from 'vitest'
import type { PullRequest } from '../../../src/app/github/pull-request.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { receiveBasePush } from '../../../src/app/triggers/reports/work-on-conflicts.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { showPullRequest } from '../../support/app/show-pull-request.ts'
import { ownPullRequest } from '../runs/reconcile/own-pull-request.ts'
import { triggerWorld } from './trigger-world.ts'

/** A pull request #18 of a job, and a push to its base. */
async function givenPush(settings = 'on-conflict: update\n', over: Partial<PullRequest> = {}) {
  const shown = { mergeable: false as boolean | null, base: 'b'.repeat(40) }
  const pull = () => ({
    ...{ ...ownPullRequest('prentice/x', 'a'.repeat(40)), number: 18, mergeable: shown.mergeable },
    ...over,
  })
  const asked: string[] = []
  const world = await triggerWorld({
    settings,
    github: {
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: settings }],
        instructions: [],
      }),
      async listPullRequestsInto(_, base) {
        asked.push(base)
        return [pull()]
      },
      readPullRequest: async () => pull(),
      readBranchHead: async () => shown.base,
    },
  })
  const { id } = await world.newJob('from the API')
  const key = { project: 'prj_ya', job: id }
  await world.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) }] })
  await showPullRequest(world, key)
  const end = () => cancelJob(world, key, A_TEST)
  await end()
  async function push(branch = 'main') {
    const project = await loadProject(world.store, 'prj_ya')
    if (project === null) throw new Error('the project is gone')
    await receiveBasePush(world, project, { branch, at: world.clock.at })
  }
  async function work(seconds = 60) {
    world.clock.at += seconds * 1000
    await world.work()
  }
  const updates = async () => ((await world.asked())[0]?.messages ?? []).filter((one) => one?.update).length
  return { ...world, key, shown, asked, end, push, work, updates }
}

test('a pull request that conflicts with its base is brought up to date, once for each head of the base', async () => {
  const { push, work, updates, asked, end, shown, due } = await givenPush()
  await push()
  await push()
  expect(await due()).toHaveLength(1)
  await work()
  expect([await updates(), asked]).toEqual([1, ['main']])
  await end()
  await push()
  await work()
  expect(await updates()).toBe(1)
  shown.base = 'c'.repeat(40)
  await push()
  await work()
  expect(await updates()).toBe(2)
  expect(await due()).toEqual([])
})

test('after `ci-rounds` attempts in a row, nothing starts until a person sends a message', async () => {
  const { push, work, updates, end, shown } = await givenPush('on-conflict: update\nci-rounds: 1\n')
  for (const letter of 'bcd') {
    shown.base = letter.repeat(40)
    await push()
    await work()
    await end()
  }
  expect(await updates()).toBe(1)
})

test('a pull request whose conflicts are not known yet is checked again', async () => {
  const { push, work, updates, shown } = await givenPush()
  shown.mergeable = null
  await push()
  await work()
  expect(await updates()).toBe(0)
  shown.mergeable = false
  await work(20)
  expect(await updates()).toBe(1)
})

test('a job that is working is checked when it has ended', async () => {
  const { push, work, updates, message, key, end } = await givenPush()
  await message(key.job, 'more')
  await push()
  await work()
  expect(await updates()).toBe(0)
  await end()
  await work(20)
  expect(await updates()).toBe(1)
})

test('nothing happens without a conflict, on pull requests of others, or without the setting', async () => {
  const clean = await givenPush()
  clean.shown.mergeable = true
  await clean.push()
  await clean.work()
  expect([await clean.updates(), await clean.due()]).toEqual([0, []])
  const others = await givenPush(undefined, { authorId: 7 })
  await others.push()
  await others.work()
  expect([await others.updates(), await others.due()]).toEqual([0, []])
  const off = await givenPush('')
  await off.push()
  expect(await off.due()).toEqual([])
})
