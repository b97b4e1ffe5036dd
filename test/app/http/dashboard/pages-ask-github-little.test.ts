import { expect, test } from 'vitest'
import { applied } from '../../../../src/app/domain/run-state-machine.ts'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { loadProject, projectKeys } from '../../../../src/app/projects/project.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { DOCS, startDashboard } from '../../../support/dashboard/start-dashboard.ts'
import { jobScene, KEY } from './job/job-scene.ts'

test('a write asks GitHub about its own repository only', async () => {
  const { app, path } = await jobScene()
  const { calls } = app.github
  const willy = await app.signIn('willy')
  await willy.get(path)
  const [listed, asked] = [calls.listRepositories, calls.readRight]
  expect((await willy.post(`${path}/stop`, { 'idempotency-key': KEY })).status).toBe(303)
  expect([calls.listRepositories - listed, calls.readRight - asked]).toEqual([0, 1])
})

test('an answer to a write ends access that an earlier answer gave', async () => {
  const { app, path } = await jobScene()
  const willy = await app.signIn('willy')
  app.github.people.willy?.rights.set(DOCS, 'read')
  expect((await willy.post(`${path}/stop`, { 'idempotency-key': KEY })).status).toBe(403)
  expect((await willy.get('/jobs')).text).not.toContain('/jobs/new')
})

test('a token that GitHub refuses in a write ends the session', async () => {
  const { app, path, job } = await jobScene()
  const willy = await app.signIn('willy')
  const { willy: person } = app.github.people
  if (person !== undefined) person.isRevoked = true
  const refused = await willy.post(`${path}/stop`, { 'idempotency-key': KEY })
  expect([refused.status, (await willy.get('/jobs')).status]).toEqual([401, 303])
  expect((await job()).status).toBe('active')
})

test('people sign out while GitHub cannot be reached', async () => {
  const app = await startDashboard()
  const rita = await app.signIn('rita')
  app.github.listInstallations = async () => {
    throw new GithubUnavailable('down', 0)
  }
  app.clock.at += 5 * 60_000
  expect((await rita.get('/jobs')).status).toBe(503)
  expect((await rita.post('/sign-out')).location).toBe('/dashboard/sign-in')
})

test('the changes of a job are asked for once in half a minute, for all who look at them', async () => {
  let asked = 0
  const compareBranches = async () => {
    asked += 1
    return [{ path: 'a.ts', previousPath: null, status: 'added', patch: '@@ -0,0 +1 @@\n+a' } as const]
  }
  const { app, deps, key, path } = await jobScene('x', { github: dispatchingGithub([], { compareBranches }) })
  await updateJob(deps, key, (job) => ({
    transition: applied({ ...job, branchExists: true, base: 'main' }),
    outcome: null,
  }))
  const [rita, willy] = [await app.signIn('rita'), await app.signIn('willy')]
  await Promise.all([rita.get(`${path}/diff`), willy.get(`${path}/diff`), rita.get(`${path}/patch`)])
  expect(asked).toBe(1)
  app.clock.at += 30_000
  await rita.get(`${path}/diff?file=1`)
  expect(asked).toBe(2)
})

test('a person who causes many requests to GitHub is asked to wait', async () => {
  let checks = 0
  const app = await startDashboard({
    checkProject: async () => {
      checks += 1
      throw new GithubUnavailable('down', 0)
    },
  })
  const willy = await app.signIn('willy')
  const check = () => willy.post(`/projects/${app.project}/check`)
  for (let count = 0; count < 6; count++) expect((await check()).status).toBe(303)
  const refused = await check()
  expect([refused.status, refused.headers.get('retry-after'), checks]).toEqual([429, '60', 6])
  expect(refused.text).toContain('too many requests to GitHub')
  expect((await (await app.signIn('ada')).post(`/projects/${app.project}/check`)).status).toBe(303)
  app.clock.at += 60_000
  expect((await check()).status).toBe(303)
})

const FIRST = 5_000
const MANY = 1_000

/** `olga` has the admin role in a thousand repositories of `acme`. */
async function manyRepositories() {
  let reads = 0
  const app = await startDashboard({
    github: dispatchingGithub([], { listBranches: async () => ['main'] }),
    store: (store) => ({
      ...store,
      get(key) {
        if (key.startsWith('project/')) reads += 1
        return store.get(key)
      },
      getMany(keys) {
        reads += keys.filter((key) => key.startsWith('project/')).length
        return store.getMany(keys)
      },
    }),
  })
  const repositories = Array.from({ length: MANY }, (_, at) => ({
    ...{ id: FIRST + at, name: `repository-${FIRST + at}`, private: true },
  }))
  await addProjects(app.parts, { id: 1, account: { id: 77, login: 'acme' } }, repositories)
  for (const { id } of repositories) {
    app.github.people.olga?.rights.set(id, 'admin')
    app.github.installations[0]?.repositories.push(id)
  }
  return {
    app,
    olga: await app.signIn('olga'),
    async readsOf(work: () => Promise<unknown>): Promise<number> {
      const before = reads
      await work()
      return reads - before
    },
  }
}

test('a list of jobs names no project that the person does not see', async () => {
  const { app, olga } = await manyRepositories()
  const known = await loadProject(app.parts.store, LAST_ID)
  const secret = {
    ...known,
    id: 'prj_6y0',
    repositoryId: 9_000,
    owner: 'rival',
    name: 'secret',
    accountId: 78,
  }
  await app.store.commit({ set: [{ key: projectKeys.record(secret.id), value: JSON.stringify(secret) }] })
  const { status, text } = await olga.get(`/jobs?project=${secret.id}`)
  expect(status).toBe(200)
  expect(text).not.toContain('rival')
  expect((await olga.get(`/jobs?project=${LAST_ID}`)).text).toContain(`value="${LAST}"`)
})

const LAST = `acme/repository-${FIRST + MANY - 1}`
const LAST_ID = `prj_${(FIRST + MANY - 1).toString(36)}`

test('with a thousand repositories, a page reads those that it shows, and people type the others', async () => {
  const { app, olga, readsOf } = await manyRepositories()
  for (const path of [
    '/',
    '/jobs',
    '/jobs/new',
    '/keys',
    '/keys/new',
    '/webhooks',
    '/webhooks/new',
    '/projects',
    '/runner-repository',
  ])
    expect([path, await readsOf(() => olga.get(path))]).toEqual([path, expect.toSatisfy((n) => n <= 101)])
  expect((await olga.get('/projects?q=repository-5999')).text).toContain(LAST)
  expect((await olga.get('/keys?q=repository-5999')).text).toContain(LAST_ID)
  expect((await olga.get('/projects')).text).toContain('901 more')
  expect((await olga.get('/jobs')).text).toContain('list="projects"')

  expect((await olga.get(`/jobs/new?project=${LAST}`)).text).toContain(`name="project" value="${LAST_ID}"`)
  expect((await olga.get('/jobs/new?project=nowhere')).text).toContain('to a project with this name')
  const fields = { project: LAST_ID, prompt: 'Tidy up', 'idempotency-key': KEY }
  expect((await olga.post('/jobs', fields)).status).toBe(303)
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Elsewhere' } })
  const filtered = (await olga.get(`/jobs?project=${LAST}`)).text
  expect([filtered.includes('Tidy up'), filtered.includes('Elsewhere')]).toEqual([true, false])
  expect((await olga.get('/jobs?project=nowhere')).text).not.toContain('Tidy up')
})

test('with a thousand repositories, a key names its projects in a text field', async () => {
  const { olga } = await manyRepositories()
  const form = { name: 'ci', scope: 'write', coverage: 'chosen', expires: '90', addresses: '' }
  const wrong = await olga.post('/keys', { ...form, projects: `${LAST}\nnowhere` })
  expect([
    wrong.status,
    wrong.text.includes('You have no access to a project with this name: nowhere.'),
  ]).toEqual([422, true])
  expect(wrong.text).toContain(`${LAST}\nnowhere</textarea>`)
  const made = await olga.post('/keys', { ...form, projects: `${LAST}\ndocs` })
  expect(made.status).toBe(200)
  const list = (await olga.get('/keys')).text
  expect(list).toContain('repository-5999, docs')
})
