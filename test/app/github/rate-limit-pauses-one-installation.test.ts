import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../../sandbox/github/faults/seeded-random.ts'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { createGithubPauses } from '../../../src/app/github/rate-limit-pauses.ts'
import type { RepositoryRef } from '../../../src/app/github/repository.ts'
import { inspectApp } from '../../../src/app/github/rest/inspect-app.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import { onboardGithub } from '../../../src/app/github/rest/onboard.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { client, message, SHA, tokenAnswer } from './github-world.ts'
import { portArguments } from './port-arguments.ts'

const SECOND = 1_000

const at = (installationId: number): RepositoryRef => ({
  installationId,
  id: 7,
  owner: 'acme',
  name: 'docs',
})

/** A GitHub that notes each request as `METHOD path installation`, and answers as `answer` says. */
async function notingGithub(
  answer: (request: string) => { status: number; body?: unknown; headers?: Record<string, string> },
) {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    const { method, url = '', headers: given } = incoming
    const path = url.split('?', 1)[0] ?? ''
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(status === 204 ? undefined : JSON.stringify(body))
    void text(incoming).then((sent) => {
      const tokenOf = /^\/app\/installations\/(\d)\/access_tokens$/.exec(path)?.[1]
      // Octokit asks for a token for all repositories of an installation, and keeps it.
      if (tokenOf !== undefined && !sent.includes('repository_ids'))
        return reply(201, tokenAnswer(`ghs_${tokenOf}`))
      const installation = /ghs_(\d)/.exec(given.authorization ?? '')?.[1] ?? 'app'
      const request = `${method} ${path} ${installation}`
      requests.push(request)
      const { status, body = message('x'), headers } = answer(request)
      return reply(status, body, headers)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { octokits } = client(apiUrl)
  return {
    requests,
    apiUrl,
    /** GitHub as a process of the server asks it. */
    serverOn: ({ store, now }: { readonly store: Store; readonly now: () => number }) => {
      const access = { octokits, now, pauses: createGithubPauses({ store, now }), apiUrl }
      return {
        ...createGithub({ ...access, webUrl: 'https://github.com' }),
        inspection: inspectApp(access),
        onboarding: onboardGithub(access),
      }
    },
  }
}

const slowDown = (ms: number) => ({
  status: 403,
  body: message('You have exceeded a secondary rate limit'),
  headers: { 'retry-after': String(ms / SECOND) },
})
const BRANCH = { status: 200, body: { object: { sha: SHA } } }
const HEAD_1 = 'GET /repos/acme/docs/git/ref/heads%2Fmain 1'
const HEAD_2 = 'GET /repos/acme/docs/git/ref/heads%2Fmain 2'

test('one rate limit response pauses all calls of its installation in every process', async () => {
  const { store, now, clock } = await useCases()
  const until = clock.at + 30 * SECOND
  const { requests, serverOn } = await notingGithub(() => (clock.at < until ? slowDown(30 * SECOND) : BRANCH))
  const here = serverOn({ store, now })
  const there = serverOn({ store, now })
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
  expect(requests).toEqual([HEAD_1])

  await expect(there.readBranchHead(at(2), 'main')).rejects.toMatchObject(limited)
  expect(requests).toEqual([HEAD_1, HEAD_2])
  clock.at = until
  expect(await there.readBranchHead(at(1), 'main')).toBe(SHA)
  expect(requests).toHaveLength(3)
})

test('a rate limited dispatch begins a pause, and an outage does not', async () => {
  const { store, now, clock } = await useCases()
  const until = clock.at + 60 * SECOND
  const { requests, serverOn } = await notingGithub((request) =>
    request.includes('/dispatches') ? slowDown(60 * SECOND) : { status: 502 },
  )
  const github = serverOn({ store, now })
  for (let n = 0; n < 2; n++)
    await expect(github.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ isLimit: false })
  const workflow = { file: 'x', ref: 'x', run: 'x' }
  expect(await github.dispatchWorkflow(at(1), workflow)).toMatchObject({ kind: 'later', at: until })
  await expect(github.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ isLimit: true, retryAt: until })
  expect(requests).toHaveLength(3)
})

test('the first of 20 jobs to be limited pauses all, and they resume one after the other', async () => {
  const world = await useCases()
  const until = world.clock.at + 60 * SECOND
  const { requests, serverOn } = await notingGithub(() => slowDown(60 * SECOND))
  const deps = { ...world, github: serverOn(world), random: seededRandom(1), runsAtOnce: 100 }
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await deps.newJob()).id)
  for (const id of ids) await advanceDueJob(deps, { project: 'prj_ya', job: id })

  expect(requests).toEqual(['GET /repos/acme/docs 1'])
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
  const { requests, serverOn } = await notingGithub((request) =>
    request === HEAD_1 ? BRANCH : slowDown(30 * SECOND),
  )
  const github = serverOn({ store, now })
  await expect(github.createComment(at(1), 5, 'x')).rejects.toMatchObject({ retryAt: until })
  await expect(github.updateComment(at(1), 5, 'x')).rejects.toMatchObject({ retryAt: until })
  await expect(github.react(at(1), { kind: 'issue', id: 5 }, 'eyes')).rejects.toMatchObject({
    retryAt: until,
  })
  await github.readBranchHead(at(1), 'main')
  expect(requests).toEqual(['POST /repos/acme/docs/issues/5/comments 1', HEAD_1])
  await expect(github.readWorkflowRun(at(1), 5)).rejects.toMatchObject({ retryAt: until })
  await expect(github.readBranchHead(at(1), 'main')).rejects.toMatchObject({ retryAt: until })
})

const REF = at(1)
const ARGUMENTS = portArguments(REF)

/** What the App does itself, at limits of its own, and the revocation of a token. */
const NEVER_PAUSED = [
  ...['identity', 'listInstallations', 'findInstallation', 'wasDeleted', 'listFailedDeliveries', 'redeliver'],
  ...['mintFetchToken', 'mintContextToken', 'mintPushToken', 'revokeToken'],
].sort()
/** What is only shown to people. */
const CONTENT = [
  ...['react', 'replyInThread', 'createComment', 'updateComment', 'addAssignees', 'addLabels'],
  ...['requestReviewers', 'createCheckRun', 'updateCheckRun', 'createReview'],
].sort()

/** Calls each method of the port once. Returns those that sent a request. */
async function methodsThatReachGithub(pause: 'requests' | 'content'): Promise<string[]> {
  const { store, now, clock } = await useCases()
  await createGithubPauses({ store, now })[pause].begin(1, clock.at + 30 * SECOND)
  const { requests, serverOn } = await notingGithub(() => ({ status: 404 }))
  const reached: string[] = []
  for (const [method, given] of Object.entries(ARGUMENTS)) {
    // The App's identity is kept once it is known: each method gets a server of its own.
    const port: Record<string, unknown> = { ...serverOn({ store, now }) }
    const call = port[method]
    if (typeof call !== 'function') throw new Error(`the port has no method ${method}`)
    const outcome = await Promise.resolve(call(...given)).catch((error: unknown) => error)
    const isRefused = outcome instanceof GithubUnavailable && outcome.isLimit
    const count = requests.splice(0).length
    expect({ method, isRefused }).toEqual({ method, isRefused: count === 0 })
    if (count > 0) reached.push(method)
  }
  return reached.sort()
}

test('during a pause, only requests of the App itself and the revocation of tokens reach GitHub', async () => {
  expect(await methodsThatReachGithub('requests')).toEqual(NEVER_PAUSED)
})

test('during a pause of content, everything else reaches GitHub', async () => {
  const others = Object.keys(ARGUMENTS).filter((method) => !CONTENT.includes(method))
  expect(await methodsThatReachGithub('content')).toEqual(others.sort())
})

test('the onboarding and the inspection of a project obey the pause of the server', async () => {
  const { store, now, clock } = await useCases()
  await createGithubPauses({ store, now }).requests.begin(1, clock.at + 30 * SECOND)
  const { requests, serverOn } = await notingGithub(() => ({ status: 404 }))
  const { inspection, onboarding } = serverOn({ store, now })
  const limited = { isLimit: true }
  await expect(inspection.readWorkflowState(REF, 'x')).rejects.toMatchObject(limited)
  await expect(onboarding.listRoot(REF, 'main')).rejects.toMatchObject(limited)
  await expect(onboarding.withWriter(REF, async () => null)).rejects.toMatchObject(limited)
  expect(requests).toEqual([])
})
