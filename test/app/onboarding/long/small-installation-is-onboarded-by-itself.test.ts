import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { operator } from '../../../../src/app/audit/actor.ts'
import type { ActionFinding } from '../../../../src/app/onboarding/inspect-action.ts'
import { onboardDue } from '../../../../src/app/onboarding/onboard-due.ts'
import {
  addProjects,
  grantPermissions,
  onboardingKeys,
  recordPermissions,
  removeProjects,
} from '../../../../src/app/projects/installed-projects.ts'
import { readSwitchedOff } from '../../../../src/app/projects/organisation-settings.ts'
import { type Project, projectIdOf } from '../../../../src/app/projects/project.ts'
import { nameRunnerRepository } from '../../../../src/app/projects/runner-repository.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { createDueQueues } from '../../../../src/app/timers/due-queues.ts'
import { startDueTimer } from '../../../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../../../src/app/timers/work-partition.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { onboardingScene } from '../onboarding-scene.ts'

const DAY_MS = 86_400_000

/** A server's part of it: the store, the queue and the clock, on an installation on so many repositories. */
async function serverScene(
  count: number,
  {
    permissions = { workflows: 'write' } as Record<string, string>,
    action = { kind: 'ok', isPrivate: false } as ActionFinding,
  } = {},
) {
  const scene = await onboardingScene()
  for (let n = 0; n < count; n++) await scene.createRepository(`r${n}`)
  const clock = { at: Date.parse('2031-01-01T00:00:00Z') }
  const now = () => clock.at
  const store = await openStore(`sqlite:${temporaryFolder()}/prentice.db`, { now })
  onTestFinished(() => store.close())
  const log = pino({ level: 'silent' })
  const [installation] = await scene.deps.github.listInstallations()
  if (installation === undefined) throw new Error('the App is not installed')
  const repositories = await scene.deps.github.listRepositories(installation.id)
  const projects = {
    store,
    now,
    log,
    github: scene.port,
    onDue: () => undefined,
    serverUrl: scene.github.serverUrl,
    isAllowed: () => true,
    auditMs: DAY_MS,
    random: () => 0.5,
  }
  const due = {
    ...{ ...scene.deps, store, now, log },
    inspectAction: async () => action,
    switchedOff: (project: Project) => readSwitchedOff(projects, project),
  }
  await recordPermissions(store, installation.id, () => permissions)
  return {
    scene,
    store,
    clock,
    projects,
    installation,
    repositories,
    add: (some = repositories) => addProjects(projects, installation, some),
    grant: (granted: Record<string, string>) => grantPermissions(projects, installation, granted),
    /** Leaves so many of the repositories that wait. */
    clear: async (left = 0) => {
      const waiting = await store.list({ prefix: onboardingKeys.queue(), limit: 100 })
      await store.commit({ del: waiting.slice(left).map(({ key }) => key) })
    },
    remove: () =>
      removeProjects(
        store,
        installation.id,
        repositories.map(({ id }) => id),
      ),
    onboard: (id: string) => onboardDue(due, id),
    work: (name = 'r0') =>
      onboardDue(due, projectIdOf(repositories.find((one) => one.name === name)?.id ?? 0)),
    waiting: async () => (await store.list({ prefix: onboardingKeys.queue(), limit: 100 })).length,
    startTimer(work = (id: string) => onboardDue(due, id)) {
      const queues = createDueQueues({
        store,
        advanceDueJob: async () => undefined,
        refreshProject: async () => null,
        showJob: async () => undefined,
        followPullRequest: async () => null,
        workOnTrigger: async () => undefined,
        onboardProject: work,
      })
      const timer = startDueTimer({ partition: ALL_MINE, store, now, log, queues })
      onTestFinished(() => timer.stop())
    },
  }
}

test('each of ten repositories gets its pull request a minute after the installation, refreshed a day later', async () => {
  const { scene, add, waiting, clear, clock, startTimer, store } = await serverScene(10)
  await add()
  expect(await waiting()).toBe(10)
  // Each of the others would take as many processes of git.
  await clear(3)
  startTimer()
  clock.at += 60_000
  const pulls = () =>
    scene.github.requests().filter(({ method, path }) => method === 'POST' && /\/pulls$/.test(path))
  await expect.poll(() => pulls().length).toBe(3)
  const entries = () => store.list({ prefix: onboardingKeys.queue(), limit: 100 })
  await expect
    .poll(async () => (await entries()).map(({ key }) => Number(key.split('/')[1])))
    .toEqual(Array(3).fill(clock.at + DAY_MS))
})

test('the pull request is closed as soon as the account names a runner repository', async () => {
  const { scene, add, work, clear, startTimer, projects, installation, repositories } = await serverScene(2)
  await add()
  await work()
  await clear()
  const runner = repositories.find(({ name }) => name === 'r1')
  if (runner === undefined) throw new Error('there is no r1')
  const github = { ...scene.port, isProtected: async () => true }
  await nameRunnerRepository(
    { ...projects, github },
    {
      account: installation.account,
      project: { repositoryId: runner.id, owner: 'acme', name: 'r1' },
      allowsSetup: false,
      by: operator('a test'),
    },
  )
  startTimer()
  await expect.poll(async () => (await scene.pull('r0')).state).toBe('closed')
})

test('a repository that is added to an installation on more than ten gets none by itself', async () => {
  const { add, waiting, work, repositories, scene } = await serverScene(11)
  await add()
  expect(await waiting()).toBe(0)
  await add(repositories.slice(0, 1))
  expect(await work()).toBeNull()
  expect(await scene.kinds({ isDryRun: true, wave: 1 })).toContain('would-open acme/r0')
})

test('only a new repository waits for the onboarding, and only with the permission', async () => {
  const without = await serverScene(1, { permissions: { contents: 'write' } })
  await without.add()
  expect(await without.waiting()).toBe(0)
  expect(await without.work()).toBeNull()
  const { add, remove, waiting, store } = await serverScene(1)
  await add()
  for (const { key } of await store.list({ prefix: onboardingKeys.queue(), limit: 100 }))
    await store.commit({ del: [key] })
  await add()
  expect(await waiting()).toBe(0)
  await remove()
  await add()
  expect(await waiting()).toBe(1)
})

test('the onboarding checks a project each day while its pull request is open, and never after it was closed', async () => {
  const { scene, add, work, clock } = await serverScene(1)
  await add()
  const tomorrow = clock.at + DAY_MS
  expect([await work(), await work()]).toEqual([tomorrow, tomorrow])
  await scene.call('PATCH', '/repos/acme/r0/pulls/1', { state: 'closed' })
  expect(await work()).toBeNull()
  expect(await scene.kinds()).toEqual(['nothing acme/r0'])
})

test('an outage of GitHub delays it, and a refusal ends it', async () => {
  const { scene, add, work, clock } = await serverScene(1)
  await add()
  scene.github.failNext(/^GET \/installation\/repositories/, 502)
  expect(await work()).toBeGreaterThanOrEqual(clock.at + 60_000)
  scene.github.failNext(/^POST \/repos\/acme\/r0\/git\/refs/, 403)
  expect(await work()).toBeNull()
})

test.each([
  ['both have found no branch', /^POST \/repos\/acme\/r0\/git\/refs$/],
  ['one has found the branch of the other', /^POST \/repos\/acme\/r0\/pulls$/],
])('two servers that work on one repository open one pull request: %s', async (_, call) => {
  const { scene, add, clock, startTimer, onboard, store } = await serverScene(1)
  await add()
  const held = scene.github.holdRequest(({ method, path }) => call.test(`${method} ${path}`))
  const ended: (number | null)[] = []
  const work = async (id: string) => {
    const next = await onboard(id)
    ended.push(next)
    return next
  }
  // Each believes that the work is its own, as after a server has come or gone.
  startTimer(work)
  clock.at += 60_000
  await held.arrived
  startTimer(work)
  await expect.poll(() => ended).toEqual([clock.at + DAY_MS])
  held.release()
  await expect.poll(() => ended).toEqual([clock.at + DAY_MS, clock.at + DAY_MS])
  const pulls = await (await scene.call('GET', '/repos/acme/r0/pulls?state=all')).json()
  expect(pulls).toHaveLength(1)
  const times = async () =>
    (await store.list({ prefix: onboardingKeys.queue(), limit: 10 })).map(({ key }) =>
      Number(key.split('/')[1]),
    )
  await expect.poll(times).toEqual([clock.at + DAY_MS])
})

test('a server that ends between the branch and the pull request leaves both to another one', async () => {
  const { scene, add, work, clock } = await serverScene(1)
  await add()
  const held = scene.github.holdRequest(({ method, path }) =>
    /^POST .*\/git\/refs$/.test(`${method} ${path}`),
  )
  const second = work()
  await held.arrived
  scene.github.failNext(/^POST \/repos\/acme\/r0\/pulls/, 502)
  await work()
  held.release()
  expect(await second).toBe(clock.at + 60_000)
  clock.at += 60_000
  expect(await work()).toBe(clock.at + DAY_MS)
  expect(await (await scene.call('GET', '/repos/acme/r0/pulls')).json()).toHaveLength(1)
})

test('a small installation that grants the permission later is onboarded then, once', async () => {
  const { add, grant, waiting } = await serverScene(2, { permissions: {} })
  await add()
  expect(await waiting()).toBe(0)
  await grant({ contents: 'write', workflows: 'write' })
  expect(await waiting()).toBe(2)
  const large = await serverScene(11, { permissions: {} })
  await large.add()
  await large.grant({ workflows: 'write' })
  expect(await large.waiting()).toBe(0)
})

test('permissions without that for workflow files change nothing', async () => {
  const { add, grant, waiting, clear } = await serverScene(1)
  await add()
  await clear()
  for (const permissions of [{ workflows: 'write', issues: 'write' }, { issues: 'write' }])
    await grant(permissions)
  expect(await waiting()).toBe(0)
})

test('an organisation that switches onboarding off gets no pull request', async () => {
  const { scene, add, work } = await serverScene(1)
  await scene.createRepository('.github')
  await scene.commit('.github', 'prentice.yml', 'capabilities: { onboarding: false }\n')
  await add()
  expect(await work()).toBeNull()
  expect(await scene.kinds({ isDryRun: true })).toContain('would-open acme/r0')
})

test('nothing is onboarded with an action that does not exist, and the server looks again the next day', async () => {
  const action = { kind: 'wrong', why: 'there is no account acme' } as const
  const { scene, add, work, clock } = await serverScene(1, { action })
  await add()
  expect(await work()).toBe(clock.at + DAY_MS)
  expect(await (await scene.call('GET', '/repos/acme/r0/pulls')).json()).toEqual([])
})
