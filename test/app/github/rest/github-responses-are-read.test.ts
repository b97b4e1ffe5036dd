import { expect, it } from 'vitest'
import { message, NOW, REPOSITORY, repositoryAnswer, SHA, tokenAnswer, world } from '../github-world.ts'

const REPO = '/repos/acme/hello'

it('lists installations with a login, and marks suspended ones', async () => {
  const { api, github } = world()
  api.get('/app/installations?per_page=100').reply(200, [
    { id: 11, account: { id: 7, login: 'acme' }, suspended_at: null, permissions: { checks: 'write' } },
    { id: 12, account: { id: 8, login: 'octo' }, suspended_at: '2029-01-01T00:00:00Z' },
    { id: 13, account: { id: 9, slug: 'an-enterprise' }, suspended_at: null },
  ])
  expect(await github.listInstallations()).toEqual([
    { id: 11, account: { id: 7, login: 'acme' }, suspended: false, permissions: { checks: 'write' } },
    { id: 12, account: { id: 8, login: 'octo' }, suspended: true, permissions: {} },
  ])
})

it('lists the repositories of all pages', async () => {
  const { api, github } = world()
  const next = '<https://api.github.com/installation/repositories?per_page=100&page=2>; rel="next"'
  const page = (id: number) => ({
    total_count: 2,
    repository_selection: 'all',
    repositories: [repositoryAnswer(id)],
  })
  api.get('/installation/repositories?per_page=100').reply(200, page(1), { link: next })
  api.get('/installation/repositories?per_page=100&page=2').reply(200, page(2))
  const listed = await github.listRepositories(11)
  expect(listed.map(({ id }) => id)).toEqual([1, 2])
  expect(listed[0]).toEqual({
    id: 1,
    owner: { id: 7, login: 'acme' },
    name: 'hello',
    private: true,
    archived: false,
    defaultBranch: 'main',
    url: 'https://github.com/acme/hello',
  })
})

it('does not accept another repository under the old name', async () => {
  const { api, github } = world()
  api.get(REPO).reply(200, repositoryAnswer(99))
  await expect(github.readRepository(REPOSITORY)).rejects.toMatchObject({
    reason: { code: 'repository-gone' },
  })
})

it.each([
  ['is deleted', [{ event: 'repository', action: 'deleted', repository_id: 1 }], true],
  ['is another one', [{ event: 'repository', action: 'deleted', repository_id: 2 }], false],
  ['is renamed', [{ event: 'repository', action: 'renamed', repository_id: 1 }], false],
  ['is of a pull request', [{ event: 'pull_request', action: 'deleted', repository_id: 1 }], false],
  ['is of no repository', [{ event: 'ping', action: null, repository_id: null }], false],
])('recognises a deleted repository by the sent webhook, and the event %s', async (_, sent, isDeleted) => {
  const { api, github } = world()
  api.get('/app/hook/deliveries?per_page=100').reply(200, sent)
  expect(await github.wasDeleted(1)).toBe(isDeleted)
})

it('recognises no deleted repository without a webhook of the App', async () => {
  const { api, github } = world()
  api.get('/app/hook/deliveries?per_page=100').reply(404, message('Not Found'))
  expect(await github.wasDeleted(1)).toBe(false)
})

it('reads its bot account once', async () => {
  const { api, github } = world()
  api
    .get('/app')
    .reply(200, { id: 1, slug: 'prentice', client_id: 'Iv23liprentice', owner: { id: 7, login: 'acme' } })
  api.get('/app/installations?per_page=100').reply(200, [{ id: 11, account: { id: 7, login: 'acme' } }])
  api
    .get('/users/prentice%5Bbot%5D')
    .matchHeader('authorization', 'token ghs_11_installation')
    .reply(200, { id: 4242, login: 'prentice[bot]', type: 'Bot' })
  const identity = await github.identity()
  expect(await github.identity()).toBe(identity)
  expect(identity).toEqual({
    slug: 'prentice',
    clientId: 'Iv23liprentice',
    botId: 4242,
    botLogin: 'prentice[bot]',
    botEmail: '4242+prentice[bot]@users.noreply.github.com',
  })
})

it('reads an App without slug and client id by the address of its page', async () => {
  const { api, github } = world()
  api.get('/app').reply(200, { id: 1, html_url: 'https://github.com/apps/prentice', client_id: null })
  api.get('/app/installations?per_page=100').reply(200, [])
  api.get('/users/prentice%5Bbot%5D').reply(200, { id: 4242 })
  expect(await github.identity()).toMatchObject({
    slug: 'prentice',
    clientId: null,
    botLogin: 'prentice[bot]',
  })
})

it.each([
  ['19 digits', '3835545665537048576'],
  ['11 digits', '12345678901'],
  ['a text', '"3835545665537048577"'],
])('requests a failed webhook again whose id has %s', async (_, id) => {
  const { api, github } = world()
  const at = new Date(NOW).toISOString()
  const text = `[{"id":${id},"guid":"g","event":"push","action":null,"status":"failed to connect","delivered_at":"${at}"}]`
  api
    .get('/app/hook/deliveries?per_page=100&status=failure')
    .reply(200, text, { 'content-type': 'application/json' })
  const [failed] = await github.listFailedDeliveries(new Date(NOW - 1000))
  api.post(`/app/hook/deliveries/${id.replaceAll('"', '')}/attempts`).reply(202, {})
  expect(await github.redeliver(failed?.id ?? '')).toBe(true)
})

it('reads its bot account without authentication before the first installation, and again after a failure', async () => {
  const { api, github } = world()
  api.get('/app').reply(500).get('/app').reply(200, { slug: 'prentice', client_id: 'Iv23liprentice' })
  api.get('/app/installations?per_page=100').reply(200, [])
  api
    .get('/users/prentice%5Bbot%5D')
    .matchHeader('authorization', (value) => !value)
    .reply(200, { id: 4242 })
  await expect(github.identity()).rejects.toThrow('GitHub responded with 500')
  expect((await github.identity()).botId).toBe(4242)
})

it('reads settings and instructions at the head of the default branch', async () => {
  const { api, github } = world()
  const file = (text: string, size = text.length) => ({
    type: 'file',
    size,
    encoding: 'base64',
    content: Buffer.from(text).toString('base64').replace(/.{20}/g, '$&\n'),
  })
  const contents = (path: string) => `${REPO}/contents/${encodeURIComponent(path)}?ref=${SHA}`
  api.get(contents('.github/prentice.yml')).reply(200, file('model: anthropic/claude # é, and more text\n'))
  api.get(contents('.github/prentice.yaml')).reply(404, message('Not Found'))
  api.get(contents('AGENTS.md')).reply(200, file('Be brief.'))
  api.get(contents('CLAUDE.md')).reply(404, message('Not Found'))
  api.get(contents('docs')).reply(200, [{ type: 'file', name: 'a.md' }])
  api.get(contents('big.md')).reply(200, file('', 65_537))
  const paths = ['AGENTS.md', 'CLAUDE.md', 'docs', 'big.md']
  expect(await github.readProjectFiles(REPOSITORY, SHA, paths)).toEqual({
    settings: [{ path: '.github/prentice.yml', text: 'model: anthropic/claude # é, and more text\n' }],
    instructions: [{ path: 'AGENTS.md', text: 'Be brief.' }],
  })
})

const absentSettings = (api: ReturnType<typeof world>['api']) => {
  for (const path of ['.github/prentice.yml', '.github/prentice.yaml'])
    api.get(`${REPO}/contents/${encodeURIComponent(path)}?ref=${SHA}`).reply(404, message('Not Found'))
}
const treeOf = (...paths: string[]) => ({
  tree: paths.map((path) => ({ path, type: 'tree', sha: `tree-of-${path}` })),
})

it('believes that there are no settings once the tree of the commit has none', async () => {
  const { api, github } = world()
  const read = async () => (await github.readProjectFiles(REPOSITORY, SHA, [])).settings
  absentSettings(api)
  api.get(`${REPO}/git/trees/${SHA}`).reply(200, treeOf('README.md'))
  expect(await read()).toEqual([])
  absentSettings(api)
  api.get(`${REPO}/git/trees/${SHA}`).reply(200, treeOf('README.md', '.github'))
  api.get(`${REPO}/git/trees/tree-of-.github`).reply(200, treeOf('workflows'))
  expect(await read()).toEqual([])
  absentSettings(api)
  const submodule = { path: '.github', type: 'commit', sha: SHA }
  api.get(`${REPO}/git/trees/${SHA}`).reply(200, { tree: [submodule] })
  expect(await read()).toEqual([])
  absentSettings(api)
  api.get(`${REPO}/git/trees/${SHA}`).reply(200, treeOf('.github'))
  api.get(`${REPO}/git/trees/tree-of-.github`).reply(200, treeOf('prentice.yaml'))
  await expect(read()).rejects.toThrow('GitHub lists prentice.yaml and does not show it')
  absentSettings(api)
  api.get(`${REPO}/git/trees/${SHA}`).reply(404, message('Not Found'))
  await expect(read()).rejects.toMatchObject({ status: 404 })
})

it.each([
  ['a folder', [{ type: 'file', name: 'a.md' }]],
  ['a link out of the repository', { type: 'symlink', target: '../../etc' }],
  ['a submodule', { type: 'submodule', submodule_git_url: null }],
])('names a settings file that is %s', async (_, found) => {
  const { api, github } = world()
  const contents = (path: string) => `${REPO}/contents/${encodeURIComponent(path)}`
  api.get(`${contents('.github/prentice.yml')}?ref=${SHA}`).reply(200, found)
  api.get(`${contents('.github/prentice.yaml')}?ref=${SHA}`).reply(404, message('Not Found'))
  expect((await github.readProjectFiles(REPOSITORY, SHA, [])).settings).toEqual([
    { path: '.github/prentice.yml', text: null },
  ])
  api.get('/repos/acme/.github/contents/prentice.yml').reply(200, found)
  expect(await github.readOrganisationFile(REPOSITORY)).toEqual({ kind: 'file', text: null })
})

it('reads settings files of either spelling, and names one that is too large', async () => {
  const { api, github } = world()
  api.get(/prentice\.yml/).reply(200, { type: 'file', size: 2_000_000, encoding: 'none', content: '' })
  const text = 'draft: true\n'
  const content = Buffer.from(text).toString('base64')
  api.get(/prentice\.yaml/).reply(200, { type: 'file', size: text.length, encoding: 'base64', content })
  expect((await github.readProjectFiles(REPOSITORY, SHA, [])).settings).toEqual([
    { path: '.github/prentice.yml', text: null },
    { path: '.github/prentice.yaml', text },
  ])
})

it('reads the head of the default branch', async () => {
  const { api, github } = world()
  api.get(REPO).reply(200, repositoryAnswer())
  api
    .get(`${REPO}/git/ref/heads%2Fmain`)
    .reply(200, { ref: 'refs/heads/main', object: { type: 'commit', sha: SHA } })
  expect(await github.readDefaultHead(REPOSITORY)).toEqual({
    defaultBranch: 'main',
    sha: SHA,
    private: true,
    owner: 'acme',
    ownerId: 7,
    name: 'hello',
    url: 'https://github.com/acme/hello',
  })
})

it('refuses an archived repository before any other request', async () => {
  const { api, github } = world()
  api.get(REPO).reply(200, { ...repositoryAnswer(), archived: true })
  await expect(github.readDefaultHead(REPOSITORY)).rejects.toMatchObject({
    reason: { code: 'repository-archived', message: expect.stringContaining('acme/hello') },
  })
})

it('reports that an empty repository has no branch', async () => {
  const { api, github } = world()
  api.get(REPO).reply(200, repositoryAnswer())
  api.get(`${REPO}/git/ref/heads%2Fmain`).reply(409, message('Git Repository is empty.'))
  await expect(github.readDefaultHead(REPOSITORY)).rejects.toMatchObject({
    reason: { code: 'ref-not-found' },
  })
})

it('reads the head of a branch, or null for a missing branch', async () => {
  const { api, github } = world()
  api.get(`${REPO}/git/ref/heads%2Fprentice%2Fabc`).reply(200, { object: { sha: SHA } })
  expect(await github.readBranchHead(REPOSITORY, 'prentice/abc')).toBe(SHA)
  api.get(`${REPO}/git/ref/heads%2Fgone`).reply(404, message('Not Found'))
  api.get(REPO).reply(200, repositoryAnswer())
  expect(await github.readBranchHead(REPOSITORY, 'gone')).toBeNull()
})

it('does not mistake an invisible repository for a missing branch', async () => {
  const { api, github } = world()
  api.get(`${REPO}/git/ref/heads%2Fmain`).reply(404, message('Not Found'))
  api.get(REPO).reply(404, message('Not Found'))
  await expect(github.readBranchHead(REPOSITORY, 'main')).rejects.toMatchObject({
    reason: { code: 'repository-gone' },
  })
})

it.each([
  ['ahead', true],
  ['identical', true],
  ['behind', false],
  ['diverged', false],
])('a head that is %s of a commit contains it: %s', async (status, contained) => {
  const { api, github } = world()
  api.get(`${REPO}/compare/${SHA}...main?per_page=1`).reply(200, { status, ahead_by: 1, behind_by: 0 })
  expect(await github.contains(REPOSITORY, SHA, 'main')).toBe(contained)
})

it('an unknown commit is not contained, and a commit contains itself', async () => {
  const { api, github } = world()
  expect(await github.contains(REPOSITORY, SHA, SHA)).toBe(true)
  api.get(`${REPO}/compare/${SHA}...main?per_page=1`).reply(404, message('Not Found'))
  api.get(REPO).reply(200, repositoryAnswer())
  expect(await github.contains(REPOSITORY, SHA, 'main')).toBe(false)
})

const run = (id: number, display_title: string) => ({
  id,
  html_url: `https://github.com/acme/hello/actions/runs/${id}`,
  display_title,
  status: 'queued',
  conclusion: null,
  run_attempt: 1,
})

it('finds a workflow run by its title, on any page', async () => {
  const { api, github } = world()
  const path = `${REPO}/actions/workflows/prentice.yml/runs`
  const query = { created: '>=2030-01-01T00:00:00Z', per_page: '100' }
  const others = Array.from({ length: 100 }, (_, index) => run(index, 'Prentice other'))
  api
    .get(path)
    .query({ ...query, page: '1' })
    .reply(200, { total_count: 101, workflow_runs: others })
  api
    .get(path)
    .query({ ...query, page: '2' })
    .reply(200, { total_count: 101, workflow_runs: [run(500, 'Prentice r1')] })
  const search = { file: 'prentice.yml', title: 'Prentice r1', since: new Date('2030-01-01T00:00:00.900Z') }
  expect(await github.findWorkflowRun(REPOSITORY, search)).toEqual({
    id: 500,
    url: 'https://github.com/acme/hello/actions/runs/500',
    displayTitle: 'Prentice r1',
    status: 'queued',
    conclusion: null,
    attempt: 1,
  })
  api.get(path).query(true).reply(200, { total_count: 0, workflow_runs: [] })
  expect(await github.findWorkflowRun(REPOSITORY, search)).toBeNull()
})

it('reads a workflow run, or null for a deleted one', async () => {
  const { api, github } = world()
  api.get(`${REPO}/actions/runs/5`).reply(200, { ...run(5, 't'), status: 'completed', conclusion: 'success' })
  expect(await github.readWorkflowRun(REPOSITORY, 5)).toMatchObject({
    status: 'completed',
    conclusion: 'success',
  })
  api.get(`${REPO}/actions/runs/7`).reply(200, { ...run(7, 't'), status: null, run_attempt: undefined })
  expect(await github.readWorkflowRun(REPOSITORY, 7)).toMatchObject({ status: 'requested', attempt: 1 })
  api.get(`${REPO}/actions/runs/6`).reply(404, message('Not Found'))
  api.get(REPO).reply(200, repositoryAnswer())
  expect(await github.readWorkflowRun(REPOSITORY, 6)).toBeNull()
})

it('cancels a run, also one that has already ended', async () => {
  const { api, github } = world()
  api.post(`${REPO}/actions/runs/5/cancel`).reply(202, {})
  api
    .post(`${REPO}/actions/runs/5/force-cancel`)
    .reply(409, message('Cannot cancel a workflow run that is completed.'))
  await github.cancelWorkflowRun(REPOSITORY, 5, 'cancel')
  await github.cancelWorkflowRun(REPOSITORY, 5, 'force-cancel')
})

const pull = (number: number, headRepository: number | null) => ({
  number,
  html_url: `https://github.com/acme/hello/pull/${number}`,
  state: 'closed',
  merged_at: '2030-01-01T00:00:00Z',
  user: { id: 4242, login: 'prentice[bot]' },
  head: { ref: 'prentice/abc', sha: SHA, repo: headRepository === null ? null : { id: headRepository } },
  base: { ref: 'main', sha: SHA, repo: { id: REPOSITORY.id } },
})

it('reads a pull request, or null for a missing one', async () => {
  const { api, github } = world()
  api.get(`${REPO}/pulls/3`).reply(200, pull(3, REPOSITORY.id))
  expect(await github.readPullRequest(REPOSITORY, 3)).toEqual({
    number: 3,
    url: 'https://github.com/acme/hello/pull/3',
    state: 'closed',
    merged: true,
    endedAt: Date.parse('2030-01-01T00:00:00Z'),
    draft: false,
    headRepositoryId: REPOSITORY.id,
    headBranch: 'prentice/abc',
    headSha: SHA,
    baseRepositoryId: REPOSITORY.id,
    baseBranch: 'main',
    authorId: 4242,
  })
  api.get(`${REPO}/pulls/4`).reply(404, message('Not Found'))
  api.get(REPO).reply(200, repositoryAnswer())
  expect(await github.readPullRequest(REPOSITORY, 4)).toBeNull()
})

it('finds the newest pull request of our branch, not of a fork with the same branch', async () => {
  const { api, github } = world()
  const query = {
    head: 'acme:prentice/abc',
    state: 'all',
    sort: 'created',
    direction: 'desc',
    per_page: '30',
  }
  api
    .get(`${REPO}/pulls`)
    .query(query)
    .reply(200, [pull(9, null), pull(8, 55), pull(7, REPOSITORY.id), pull(6, REPOSITORY.id)])
  expect((await github.findPullRequest(REPOSITORY, 'prentice/abc'))?.number).toBe(7)
})

it('mints a new token each time, for one repository and with the minimal permissions', async () => {
  const { api, github } = world({ token: false })
  const mint = (permissions: Record<string, string>, token: string, more: object = {}) =>
    api
      .post('/app/installations/11/access_tokens', { repository_ids: [REPOSITORY.id], permissions })
      .matchHeader('authorization', /^bearer ey/)
      .reply(201, { ...tokenAnswer(token), ...more })
  mint({ contents: 'read' }, 'ghs_1')
  mint({ contents: 'write', pull_requests: 'write' }, 'ghs_2')
  const renamed = { ...repositoryAnswer(), name: 'goodbye', full_name: 'acme/goodbye' }
  mint({ contents: 'write', pull_requests: 'write' }, 'ghs_3', { repositories: [renamed] })
  expect(await github.mintFetchToken(REPOSITORY)).toEqual({ token: 'ghs_1', owner: 'acme', name: 'hello' })
  expect(await github.mintPushToken(REPOSITORY)).toMatchObject({ token: 'ghs_2' })
  expect(await github.mintPushToken(REPOSITORY)).toEqual({ token: 'ghs_3', owner: 'acme', name: 'goodbye' })
})

it('revokes a token with the token itself, also an invalid one', async () => {
  const { api, github } = world()
  api.delete('/installation/token').matchHeader('authorization', 'token ghs_1').reply(204)
  api.delete('/installation/token').reply(401, message('Bad credentials'))
  await github.revokeToken('ghs_1')
  await github.revokeToken('ghs_1')
})
