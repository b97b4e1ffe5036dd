import { createServer } from 'node:http'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { createProbot } from '../../../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../../../src/app/github/rest/octokit-github.ts'
import { readPeople } from '../../../../src/app/github/sign-in/read-people.ts'
import { loadProject } from '../../../../src/app/projects/project.ts'
import { readLinked } from '../../../../src/app/runs/assignment/find-context.ts'
import { scene } from '../../../sandbox/github/github-scene.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const RUN = { file: 'prentice.yml', ref: 'main', run: 'run_1' }

/** The port of the product on the GitHub of the sandbox. `acme/widgets` has the issue 1. */
async function world() {
  const given = await scene()
  const { github, app, installationId, call, token, repository } = given
  const { octokits } = createProbot({
    ...{ appId: app.appId, privateKey: app.privateKeyPem, webhookSecret: 'a secret', apiUrl: github.apiUrl },
    ...{ apiVersion: '2022-11-28', log: pino({ level: 'silent' }) },
  })
  const port = createGithub({ octokits, now: Date.now, webUrl: github.serverUrl })
  // By a person who may write there: the text of anybody else is left out.
  const author = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  await call('POST', '/repos/acme/widgets/issues', author, { title: 'The secret', body: 'A secret body' })
  await call('POST', '/repos/acme/widgets/issues/1/comments', token, { body: 'A secret comment' })
  const ref = { installationId, id: repository.id, owner: 'acme', name: 'widgets' }
  /** Paths that were asked from here on. */
  const asked = () =>
    github
      .requests()
      .slice(before)
      .map(({ method, path }) => `${method} ${path}`)
  const before = github.requests().length
  return { ...given, octokits, port, ref, asked }
}

test('a renamed repository is found under its former name, by reads, writes, lists and dispatches', async () => {
  const { github, port, ref, runs, octokits } = await world()
  github.renameRepository({ owner: 'acme', name: 'widgets', to: 'gadgets' })
  expect(await port.readRepository(ref)).toMatchObject({ id: ref.id, name: 'gadgets' })
  expect(await port.readIssue(ref, 1)).toMatchObject({ title: 'The secret' })
  expect(await port.createComment(ref, 1, 'hello')).toMatchObject({ kind: 'written' })
  const marker = { marker: 'hello', since: new Date(0) }
  expect(await port.findOwnComment(ref, 1, marker)).not.toBeNull()
  expect(await port.dispatchWorkflow(ref, RUN)).toMatchObject({ kind: 'started' })
  expect(runs).toHaveLength(1)
  github.changeRole({ owner: 'acme', name: 'gadgets', login: 'octo-admin', role: 'admin' })
  const person = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  expect(await readPeople({ octokits, now: Date.now }).readRight(person, ref)).toBe('admin')
})

test('a former name that another repository has taken, or without an id, leads nowhere', async () => {
  const { github, port, ref, asked } = await world()
  github.renameRepository({ owner: 'acme', name: 'widgets', to: 'gadgets' })
  const unknown = { ...ref, id: ref.id + 1000 }
  expect(await port.readIssue(unknown, 1)).toBeNull()
  expect(await port.dispatchWorkflow(unknown, RUN)).toMatchObject({
    kind: 'refused',
    reason: { code: 'repository-gone' },
  })
  expect(
    asked().filter((path) => path.includes('gadgets') || path.includes(`/repositories/${ref.id}`)),
  ).toEqual([])
})

/** To a private repository of the same installation, which the run may not read. */
async function transferred() {
  const given = await world()
  const { github, installationId } = given
  const vault = await github.createRepository({ owner: 'acme', name: 'vault' })
  github.changeInstallation(installationId, { kind: 'add', repositories: ['vault'] })
  github.transferIssue({ owner: 'acme', name: 'widgets', number: 1, to: 'vault' })
  return { ...given, vault }
}

test('an issue that was transferred is gone: nothing of it is read, and nothing is written there', async () => {
  const { port, ref, call, token, vault, asked } = await transferred()
  // The token of the installation may read it there.
  expect((await call('GET', '/repos/acme/widgets/issues/1', token)).status).toBe(301)
  const before = asked().length
  expect(await port.readIssue(ref, 1)).toBeNull()
  expect(await port.listSignedAttachments(ref, { kind: 'issue', number: 1 })).toEqual([])
  expect(await port.createComment(ref, 1, 'hello')).toEqual({
    kind: 'refused',
    detail: expect.stringContaining('it has moved to another address'),
  })
  await expect(port.findOwnComment(ref, 1, { marker: 'x', since: new Date(0) })).rejects.toThrow(/has moved/)
  const there = new RegExp(`/repositories/${vault.id}|/vault`)
  expect(
    asked()
      .slice(before)
      .filter((path) => there.test(path)),
  ).toEqual([])
})

test('a prompt that names a transferred issue brings nothing of it to the run', async () => {
  const { port, ref, github } = await world()
  const { store } = await useCases(dispatchingGithub([]))
  const project = await loadProject(store, 'prj_ya')
  if (project === null) throw new Error('there is no project')
  const deps = { github: port, serverUrl: github.serverUrl }
  const read = () => readLinked(deps, ['See acme/widgets#1'], [ref], project)
  expect(JSON.stringify(await read())).toContain('A secret body')
  await github.createRepository({ owner: 'acme', name: 'vault', private: false })
  github.transferIssue({ owner: 'acme', name: 'widgets', number: 1, to: 'vault' })
  expect(JSON.stringify(await read())).not.toContain('secret')
})

test('a transfer across accounts is found by the id of the repository', async () => {
  const { github, port, ref, app } = await world()
  github.createAccount({ login: 'umbrella', type: 'Organization' })
  const other = github.installApp({ appId: app.appId, account: 'umbrella', repositories: 'all' })
  github.transferRepository({ owner: 'acme', name: 'widgets', to: 'umbrella' })
  expect(await port.findInstallation('acme', 'widgets')).toBeNull()
  expect(await port.findInstallation('acme', 'widgets', ref.id)).toMatchObject({ id: other })
  expect(await port.readIssue(ref, 1)).toBeNull()
})

test('the log of a job is read from the storage, which gets no token', async () => {
  const { github, port, ref } = await world()
  const jobs = [{ name: 'test', conclusion: 'failure', log: 'expected 1\n' } as const]
  const { id } = await github.recordCiRun({
    ...{ owner: 'acme', name: 'widgets', workflow: 'prentice.yml', branch: 'main', jobs },
  })
  const [job] = await port.listFailedJobs(ref, id)
  expect(await port.readJobLog(ref, job?.id ?? 0)).toBe('expected 1\n')
})

test('a redirect to another host gets no token, and tells the operator', async () => {
  const reached: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    reached.push(request.headers.authorization)
    response.end('{}')
  })
  const api = createServer((request, response) => {
    const { port } = elsewhere.address() as { port: number }
    response.writeHead(308, { location: `http://localhost:${port}${request.url}` }).end()
  })
  for (const server of [elsewhere, api]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
  }
  const { port } = api.address() as { port: number }
  const { octokits } = createProbot({
    ...{ appId: 1, privateKey: (await scene()).app.privateKeyPem, webhookSecret: 'a secret' },
    ...{ apiUrl: `http://127.0.0.1:${port}`, apiVersion: '2022-11-28', log: pino({ level: 'silent' }) },
  })
  const github = createGithub({ octokits, now: Date.now, webUrl: 'https://github.com' })
  const ref = { installationId: 1, id: 1, owner: 'acme', name: 'widgets' }
  for (const ask of [
    () => github.readRepository(ref),
    () => github.identity(),
    () => github.listInstallations(),
  ]) {
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GithubUnavailable)
    expect(String(error)).toContain('GITHUB_API_URL redirects to http://localhost')
  }
  expect(reached).toEqual([])
})
