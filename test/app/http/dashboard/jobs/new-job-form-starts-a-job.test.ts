import { expect, test } from 'vitest'
import type { Github } from '../../../../../src/app/github/github.ts'
import { RunList } from '../../../../../src/contract/run.ts'
import { dispatchingGithub } from '../../../../support/app/use-cases.ts'
import { startDashboard } from '../../../../support/dashboard/start-dashboard.ts'
import { KEY } from '../job/job-scene.ts'

const scene = (listBranches: Github['listBranches'] = async () => ['main', 'a"><b']) =>
  startDashboard({ github: dispatchingGithub([], { listBranches }) })

test('the form suggests branches and models, and starts the job of the person', async () => {
  const app = await scene()
  const willy = await app.signIn('willy')
  const { text } = await willy.get('/jobs/new')
  expect(text).toContain('acme/docs')
  expect(text).toContain('<option value="a&quot;&gt;&lt;b"></option>')
  expect(text).toContain('<option value="anthropic/default"></option>')
  const fields = {
    ...{
      project: app.project,
      prompt: 'Rewrite\r\nit',
      ref: 'develop',
      model: 'anthropic/big',
      draft: 'true',
    },
    'idempotency-key': KEY,
  }
  const { status, location } = await willy.post('/jobs', fields)
  expect(status).toBe(303)
  expect(location).toMatch(/^\/dashboard\/jobs\/prj_ya\/job_\w{26}$/)
  const page = await willy.get(location ?? '')
  expect(page.text).toContain('The job was created.')
  expect(page.text).toMatch(/@willy <span class="muted">in the dashboard/)
  expect(page.text).toContain('anthropic/big')
  expect((await willy.post('/jobs', fields)).location).toBe(location)
})

test('the job has the working directory and the metadata of the form, by which the list is filtered', async () => {
  const app = await scene()
  const willy = await app.signIn('willy')
  const more = { workingDirectory: 'packages/web', metadata: 'team=docs\r\nticket = A-1, or B=2' }
  const given = { project: app.project, prompt: 'Fix it', 'idempotency-key': KEY, ...more }
  const { location } = await willy.post('/jobs', given)
  const page = await willy.get(location ?? '')
  expect(page.text).toContain('<code>packages/web</code>')
  expect(page.text).toContain('href="/dashboard/jobs?metadata=team%3Ddocs">team=docs</a>')
  const { json } = await app.call('GET', `/v2/agent/${app.project}/jobs`)
  expect(json.jobs).toMatchObject([{ metadata: { team: 'docs', ticket: 'A-1, or B=2' } }])
  const isListed = async (metadata: string) =>
    (await willy.get(`/jobs?${new URLSearchParams({ metadata })}`)).text.includes('Fix it</a>')
  expect(await isListed('team=docs')).toBe(true)
  expect(await isListed('team=web')).toBe(false)
})

test('the form asks for a change, an answer or a plan; an unknown choice asks for nothing', async () => {
  const app = await scene()
  const willy = await app.signIn('willy')
  const modes: unknown[] = []
  const fieldsFor = (mode: string) => ({
    ...{ project: app.project, prompt: 'x', mode },
    'idempotency-key': `${KEY.slice(0, -1)}${modes.length}`,
  })
  for (const mode of ['', 'ask', 'plan']) {
    const fields = fieldsFor(mode)
    const { location } = await willy.post('/jobs', fields)
    const id = location?.split('/').at(-1)
    const { json } = await app.call('GET', `/v2/agent/${app.project}/job/${id}/runs`)
    modes.push(RunList.parse(json).runs[0]?.mode)
  }
  expect(modes).toEqual([undefined, 'ask', 'plan'])
  const refused = await willy.post('/jobs', fieldsFor('nonsense'))
  expect([refused.status, refused.location]).toEqual([400, null])
  expect(refused.text).toContain('does not know what the form asks the agent to do')
})

test('all wrong fields are named together, and the typed values stay', async () => {
  const app = await scene()
  const willy = await app.signIn('willy')
  const wrong = { ref: 'a..b', model: 'nonsense', workingDirectory: '../up', metadata: 'no pair' }
  const { status, text } = await willy.post('/jobs', {
    ...{ project: app.project, prompt: 'Typed', 'idempotency-key': KEY },
    ...wrong,
  })
  expect(status).toBe(422)
  expect(text).toContain('4 fields need a correction')
  for (const [field, value] of Object.entries(wrong)) {
    expect(text).toContain(`id="${field}-error"`)
    expect(text).toMatch(new RegExp(`id="${field}"[^>]*value="${value}"|id="${field}"[^>]*>${value}<`))
  }
  expect(text.match(/autofocus/g)).toHaveLength(1)
})

test.each([
  [{ prompt: '  ' }, 'prompt', 'The prompt is empty'],
  [{ ref: 'a..b' }, 'ref', 'not a valid branch name'],
  [{ model: 'nonsense' }, 'model', 'not a model that the action can call'],
])('%j is refused next to its field, and the typed values stay', async (over, field, why) => {
  const app = await scene()
  const willy = await app.signIn('willy')
  const given = { project: app.project, prompt: 'Typed <b>text</b>', 'idempotency-key': KEY, ...over }
  const { status, text } = await willy.post('/jobs', given)
  expect(status).toBe(422)
  expect(text).toMatch(new RegExp(`id="${field}-error" role="alert">.*${why}`, 's'))
  if (!('prompt' in over)) expect(text).toContain('Typed &lt;b&gt;text&lt;/b&gt;</textarea>')
})

test('the form works while GitHub does not', async () => {
  const { GithubUnavailable } = await import('../../../../../src/app/github/errors.ts')
  const app = await scene(async () => {
    throw new GithubUnavailable('down', 0)
  })
  expect((await (await app.signIn('willy')).get('/jobs/new')).status).toBe(200)
})

test('a person with read access is told that no project is available, and cannot start a job', async () => {
  const app = await scene()
  const rita = await app.signIn('rita')
  expect((await rita.get('/jobs/new')).text).toContain('No project to start a job in')
  expect((await rita.get('/jobs')).text).not.toContain('/jobs/new')
  const fields = { project: app.project, prompt: 'x', 'idempotency-key': KEY }
  expect((await rita.post('/jobs', fields)).status).toBe(403)
  expect((await (await app.signIn('sten')).post('/jobs', fields)).status).toBe(404)
})
