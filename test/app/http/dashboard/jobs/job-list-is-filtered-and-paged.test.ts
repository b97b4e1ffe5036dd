import { expect, test } from 'vitest'
import { jobListKeys } from '../../../../../src/app/job-store/job-commit.ts'
import { startDashboard } from '../../../../support/dashboard/start-dashboard.ts'
import { KEY } from '../job/job-scene.ts'

const titles = (text: string): string[] =>
  [...text.matchAll(/class="job-title" href="[^"]*">([^<]*)</g)].map(([, title]) => title ?? '')

async function scene() {
  const app = await startDashboard()
  const create = async (prompt: string, over: object = {}) => {
    app.clock.at += 1000
    const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt, ...over } })
    return `/v2/agent/${app.project}/job/${json.id}`
  }
  return { app, create }
}

test('newest first, by status, text, model and way of asking', async () => {
  const { app, create } = await scene()
  await create('Alpha one', { model: 'anthropic/other' })
  await app.call('POST', `${await create('Beta two')}/cancel`)
  await create('Gamma three')
  const willy = await app.signIn('willy')
  app.clock.at += 1000
  await willy.post('/jobs', { project: app.project, prompt: 'Delta four', 'idempotency-key': KEY })
  const list = async (query: string) => titles((await willy.get(`/jobs${query}`)).text)
  expect(await list('')).toEqual(['Delta four', 'Gamma three', 'Beta two', 'Alpha one'])
  expect(await list('?status=failed')).toEqual(['Beta two'])
  expect(await list('?text=ALPHA')).toEqual(['Alpha one'])
  expect(await list('?model=anthropic/other')).toEqual(['Alpha one'])
  expect(await list('?origin=person')).toEqual(['Delta four'])
  expect(await list('?person=@Willy')).toEqual(['Delta four'])
  expect(await list(`?project=${app.project}&status=active`)).toEqual([
    'Delta four',
    'Gamma three',
    'Alpha one',
  ])
  expect(await list('?until=2020-01-01')).toEqual([])
  expect(await list('?status=nonsense&since=soon&cursor=%22')).toHaveLength(4)
})

test('pages follow each other, also of one project', async () => {
  const { app, create } = await scene()
  for (let n = 1; n <= 27; n++) await create(`Job ${n}`)
  const willy = await app.signIn('willy')
  for (const query of ['', `?project=${app.project}`]) {
    const first = await willy.get(`/jobs${query}`)
    expect(titles(first.text)).toHaveLength(25)
    const next =
      /<a class="button" href="([^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await willy.get(next)
    expect(titles(second.text)).toEqual(['Job 2', 'Job 1'])
    expect(second.text).toContain('Newest jobs')
  }
})

test('a person sees the jobs of the repositories that they may read, and no others', async () => {
  const { app, create } = await scene()
  await create('Secret plan')
  expect(titles((await (await app.signIn('rita')).get('/jobs')).text)).toEqual(['Secret plan'])
  app.github.people.rita?.rights.clear()
  app.clock.at += 6 * 60_000
  const rita = await app.signIn('rita')
  expect((await rita.get('/jobs')).text).not.toContain('Secret plan')
  expect((await rita.get(`/jobs?project=${app.project}`)).text).not.toContain('Secret plan')
})

test('a row says what a job waits for, never just that it runs', async () => {
  const { app, create } = await scene()
  await create('One')
  const { text } = await (await app.signIn('rita')).get('/jobs')
  expect(text).toMatch(/state-waiting">.*?<span>Queued<\/span>/)
  expect(text).not.toMatch(/>running</i)
})

test('a job of which a newer server has listed more is shown', async () => {
  const { app, create } = await scene()
  await create('Alpha one')
  const [entry] = await app.store.list({ prefix: jobListKeys.allOf(77), limit: 1 })
  if (entry === undefined) throw new Error('the job is not in the index')
  const value = JSON.stringify({ ...JSON.parse(entry.value), priority: 'high' })
  await app.store.commit({ set: [{ key: entry.key, value }] })
  const willy = await app.signIn('willy')
  expect(titles((await willy.get('/jobs')).text)).toEqual(['Alpha one'])
})
