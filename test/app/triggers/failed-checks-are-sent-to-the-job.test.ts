import { expect, test } from 'vitest'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import type { PullRequest } from '../../../src/app/github/pull-request.ts'
import type { CiCheck, CiRun } from '../../../src/app/github/workflow-run.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import {
  cleanLog,
  receiveCheckFailure,
  receiveCiFailure,
} from '../../../src/app/triggers/reports/ci-failure.ts'
import { showPullRequest } from '../../support/app/show-pull-request.ts'
import { ownPullRequest } from '../runs/reconcile/own-pull-request.ts'
import { triggerWorld } from './trigger-world.ts'

const HEAD = 'a'.repeat(40)
const SETTINGS =
  'on-ci-failure: fix\nci-checks:\n  - workflow: .github/workflows/test.yml\n    jobs: ["unit*"]\n'
const FAILED: CiRun = {
  id: 500,
  path: '.github/workflows/test.yml',
  headSha: HEAD,
  headBranch: 'prentice/x',
  headRepositoryId: 1234,
  conclusion: 'failure',
  attempt: 1,
}

const APPS = 'on-ci-failure: fix\nci-checks:\n  - app: 555\n    names: ["build*"]\n'
const FAILED_CHECK: CiCheck = {
  id: 70,
  appId: 555,
  name: 'build (linux)',
  headSha: HEAD,
  conclusion: 'timed_out',
  report: 'a.c:3: expected ;',
}

/** A job that delivered HEAD in its pull request #18, on which a workflow failed. */
async function givenFailure(
  over: {
    run?: Partial<CiRun> | null
    pull?: Partial<PullRequest>
    settings?: string
    jobs?: readonly string[]
    log?: string | null
    check?: Partial<CiCheck> | null
  } = {},
) {
  const { settings = SETTINGS, jobs = ['unit (22)', 'lint'], log = 'line\n' } = over
  const read: number[] = []
  const pull = { ...ownPullRequest('prentice/x', HEAD), number: 18, ...over.pull }
  const world = await triggerWorld({
    settings,
    github: {
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: settings }],
        instructions: [],
      }),
      readCiRun: async () => (over.run === null ? null : { ...FAILED, ...over.run }),
      readCiCheck: async () => (over.check === null ? null : { ...FAILED_CHECK, ...over.check }),
      findPullRequest: async () => pull,
      forgetToken: () => {},
      listFailedJobs: async () => jobs.map((name, at) => ({ id: 900 + at, name })),
      async readJobLog(_, job) {
        read.push(job)
        return log
      },
    },
  })
  const { id } = await world.newJob('from the API')
  const key = { project: 'prj_ya', job: id }
  await world.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) }] })
  await showPullRequest(world, key)
  const deliver = (headSha = HEAD) =>
    updateJob(world, key, (job) => ({
      transition: applied({
        ...job,
        taken: job.messages,
        run: {
          ...job.run,
          ...{ state: 'succeeded', endedAt: world.clock.at, dueAt: null, last: job.messages },
          report: { outcome: 'published', headSha, pullRequest: 18, reason: null },
        },
      }),
      outcome: null,
    }))
  await deliver()
  async function fail(workflowRunId = 500, path = FAILED.path, attempt = 1) {
    const project = await loadProject(world.store, 'prj_ya')
    if (project === null) throw new Error('the project is gone')
    await receiveCiFailure(world, project, { workflowRunId, path, attempt, at: world.clock.at })
    await world.work()
  }
  async function failCheck(checkRunId = 70, app = 555) {
    const project = await loadProject(world.store, 'prj_ya')
    if (project === null) throw new Error('the project is gone')
    const failure = { checkRunId, branch: 'prentice/x', at: world.clock.at }
    await receiveCheckFailure(world, project, { ...failure, app })
    await world.work()
  }
  const messages = async () => (await world.asked())[0]?.messages ?? []
  return { ...world, key, read, deliver, fail, failCheck, messages }
}

test('the agent gets the failed jobs that the settings name, with the end of their logs, as data', async () => {
  const { fail, messages, read, due } = await givenFailure({
    log: '2026-11-20T12:00:00.1234567Z \u001b[31mFAIL\u001b[0m a.test.ts\r\n2026-11-20T12:00:01.0000000Z expected 1\n',
  })
  await fail()
  expect((await messages()).at(-1)).toMatchObject({
    origin: { kind: 'settings', id: 'on-ci-failure' },
    text: expect.stringContaining('the workflow .github/workflows/test.yml'),
    attached: { material: [{ text: 'Job: unit (22)\n\nFAIL a.test.ts\nexpected 1' }], sources: [] },
  })
  expect(read).toEqual([900])
  expect(await due()).toEqual([])
})

test('a failure counts once, however often its webhook arrives', async () => {
  const { fail, messages } = await givenFailure()
  await fail()
  await fail()
  expect(await messages()).toHaveLength(2)
})

test('after `ci-rounds` attempts in a row, nothing starts until a person sends a message', async () => {
  const { fail, deliver, messages, message, key } = await givenFailure()
  for (const id of [500, 501, 502, 503]) {
    await fail(id)
    await deliver()
  }
  expect(await messages()).toHaveLength(3)
  await message(key.job, 'try again')
  await deliver()
  await fail(504)
  expect(await messages()).toHaveLength(5)
})

test.each<[string, Parameters<typeof givenFailure>[0]]>([
  ['another workflow of the same name', { run: { path: '.github/workflows/other.yml' } }],
  ['a commit that the last run did not deliver', { run: { headSha: 'b'.repeat(40) } }],
  ['a head that somebody pushed since', { pull: { headSha: 'b'.repeat(40) } }],
  ['a fork', { run: { headRepositoryId: 99 } }],
  ['a branch without a pull request of the App', { pull: { authorId: 7 } }],
  ['a closed pull request', { pull: { state: 'closed' } }],
  ['a run that runs again', { run: { attempt: 2 } }],
  ['a run that did not fail, whatever its webhook says', { run: { conclusion: 'success' } }],
  ['a job that the settings do not name', { jobs: ['lint'] }],
])('nothing is sent about %s', async (_, over) => {
  const { fail, messages, read, due } = await givenFailure(over)
  await fail()
  expect(await messages()).toHaveLength(1)
  expect(read).toEqual([])
  expect(await due()).toEqual([])
})

test('without the setting, or for other workflows, GitHub is not asked', async () => {
  const off = await givenFailure({ settings: '' })
  await off.fail()
  expect(await off.due()).toEqual([])
  const on = await givenFailure()
  await on.fail(500, '.github/workflows/lint.yml')
  expect(await on.due()).toEqual([])
})

test('a failure that comes before the run is verified waits for it', async () => {
  const { fail, deliver, messages, message, key, work, clock } = await givenFailure()
  await message(key.job, 'more')
  await fail()
  expect(await messages()).toHaveLength(2)
  await deliver()
  clock.at += 20_000
  await work()
  expect(await messages()).toHaveLength(3)
})

test('the agent is told that GitHub has deleted a log', async () => {
  const { fail, messages } = await givenFailure({ log: null })
  await fail()
  expect((await messages()).at(-1)?.attached?.material[0]?.text).toContain('GitHub has no log')
})

test('a log is plain text', () => {
  expect(
    cleanLog('\ufeff2026-01-01T00:00:00.0Z a\u0007\n\u001b]8;;http://x\u0007b\u001b]8;;\u0007\tc\n\n'),
  ).toBe('a\nb\tc')
})

test('a failed check of an App that the settings name is sent with its report, once', async () => {
  const { failCheck, messages, due } = await givenFailure({ settings: APPS })
  await failCheck()
  await failCheck()
  const sent = await messages()
  expect(sent).toHaveLength(2)
  expect(sent.at(-1)).toMatchObject({
    origin: { kind: 'settings', id: 'on-ci-failure', name: 'a failure of a check of the GitHub App 555' },
    attached: { material: [{ text: 'Check: build (linux)\n\na.c:3: expected ;' }], sources: [] },
  })
  expect(await due()).toEqual([])
})

test('failures of workflows and of Apps count together', async () => {
  const both = `${SETTINGS}  - app: 555\n`
  const { fail, failCheck, deliver, messages } = await givenFailure({ settings: both })
  for (const one of [() => fail(), () => failCheck(), () => fail(501), () => failCheck(71)]) {
    await one()
    await deliver()
  }
  expect(await messages()).toHaveLength(3)
})

test.each<[string, Parameters<typeof givenFailure>[0]]>([
  ['another App, whatever the webhook says', { check: { appId: 556 } }],
  ['an App that GitHub does not name', { check: { appId: null } }],
  ['GitHub Actions', { settings: APPS.replace('555', '15368'), check: { appId: 15_368 } }],
  ['a name that the settings do not name', { check: { name: 'lint' } }],
  ['a commit that the last run did not deliver', { check: { headSha: 'b'.repeat(40) } }],
  ['a head that somebody pushed since', { pull: { headSha: 'b'.repeat(40) } }],
  ['a branch without a pull request of the App', { pull: { authorId: 7 } }],
  ['a check that passes now', { check: { conclusion: 'success' } }],
  ['a check that runs again', { check: { conclusion: null } }],
])('nothing is sent about a check of %s', async (_, over) => {
  const { failCheck, messages, due } = await givenFailure({ settings: APPS, ...over })
  await failCheck(70, over?.check?.appId === 15_368 ? 15_368 : 555)
  expect(await messages()).toHaveLength(1)
  expect(await due()).toEqual([])
})

test('without the setting, or for other Apps, GitHub is not asked about a check', async () => {
  const { failCheck, due } = await givenFailure({ settings: APPS })
  await failCheck(70, 556)
  expect(await due()).toEqual([])
})

test.each<[string, 'fail' | 'failCheck', Parameters<typeof givenFailure>[0]]>([
  ['run', 'fail', { run: null }],
  ['check', 'failCheck', { settings: APPS, check: null }],
])('the server looks for some minutes for a %s that GitHub does not show', async (_, how, over) => {
  const given = await givenFailure(over)
  const start = given.clock.at
  await given[how]()
  expect(await given.due()).toHaveLength(1)
  while ((await given.due()).length > 0 && given.clock.at < start + 3_600_000) {
    given.clock.at += 10_000
    await given.work()
  }
  const seconds = (given.clock.at - start) / 1000
  expect(seconds).toBeGreaterThan(120)
  expect(seconds).toBeLessThan(1200)
  expect(await given.messages()).toHaveLength(1)
})
