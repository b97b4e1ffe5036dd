import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../../../src/app/github/errors.ts'
import { listKeys, revokeKey } from '../../../../../src/app/keys/key-record.ts'
import { addProjects } from '../../../../../src/app/projects/installed-projects.ts'
import { listProjects } from '../../../../../src/app/projects/list-projects.ts'
import { createClient } from '../../../../../src/client/index.ts'
import { A_TEST } from '../../../../support/app/actors.ts'
import type { Visitor } from '../../../../support/dashboard/start-dashboard.ts'
import { KEY } from '../job/job-scene.ts'
import { batchScene } from './batch-scene.ts'

const FORM = { 'idempotency-key': KEY, kind: 'files', prompt: 'Fix the links', each: '*.md', per: '1' }

async function startBatch(visitor: Visitor, fields: Record<string, string>): Promise<string> {
  const { status, location, text } = await visitor.post('/batches', { ...FORM, atOnce: '5', ...fields })
  if (status !== 303) throw new Error(text)
  return /\/batches\/(batch_\w+)/.exec(location ?? '')?.[1] ?? ''
}

/** The form *Continue*, as the page has it. */
async function shownForm(visitor: Visitor, id: string): Promise<{ waitId: string }> {
  const [, waitId = ''] =
    /name="waitId" value="([^"]+)"/.exec((await visitor.get(`/batches/${id}`)).text) ?? []
  return { waitId }
}

test('a person starts a batch with a pilot, continues it, and retries what failed', async () => {
  const { app, work, endAll } = await batchScene(['a.md', 'b.md', 'c.md'])
  const willy = await app.signIn('willy')
  expect((await willy.get('/jobs')).text).toContain('href="/dashboard/batches"')
  expect((await willy.get('/batches')).text).toContain('No batches yet')
  expect((await willy.get('/batches/new')).text).toContain('name="each"')
  const id = await startBatch(willy, { project: app.project, first: '1', limitUsd: '20' })
  // The same form again is the same batch.
  expect(await startBatch(willy, { project: app.project, first: '1', limitUsd: '20' })).toBe(id)
  await work()
  await endAll(id, 'fail')
  await work()
  const page = await willy.get(`/batches/${id}`)
  expect(page.text).toContain('The pilot has ended')
  expect(page.text).toContain('Then continue with the 2 jobs that are left')
  expect(page.text).toContain('by @willy')
  expect(page.text).toContain('Retry 1 failed job')
  expect(page.text).toContain('gave no usable answer: no answer.<')
  expect(page.text).not.toContain('>model-failed<')
  const done = await willy.post(`/batches/${id}/continue`, await shownForm(willy, id))
  expect([done.status, done.location]).toEqual([303, `/dashboard/batches/${id}`])
  expect((await willy.get(`/batches/${id}`)).text).toContain('The batch continues.')
  await work()
  await endAll(id, 'finish')
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain('2 of 3 completed, 1 failed')
  await willy.post(`/batches/${id}/retry`)
  await work()
  await endAll(id, 'finish')
  await work()
  const list = (await willy.get('/batches')).text
  expect(list).toContain('3 of 3 completed<')
  expect(list).toContain('acme/docs')
  const { jobs } = (await app.call('GET', '/v2/jobs')).json as { jobs: { createdBy: unknown }[] }
  const person = { kind: 'person', id: String(app.github.people.willy?.id), name: 'willy' }
  expect(jobs.map(({ createdBy }) => createdBy)).toEqual([person, person, person])
  expect((await app.call('GET', `/v2/batches/${id}`)).json).toMatchObject({ createdBy: person })
  const olga = await app.signIn('olga')
  const audit = (await olga.get('/audit?category=batch')).text
  for (const act of ['created the batch', 'continued the batch', 'retried what failed of the batch'])
    expect(audit).toContain(act)
})

test('a batch at its limit asks for a higher one', async () => {
  const { app, work, endAll } = await batchScene(['a.md', 'b.md'])
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '', limitUsd: '3', atOnce: '1' })
  await work()
  await endAll(id, 'finish', 2.9)
  await work()
  const path = `/batches/${id}`
  const shown = await shownForm(willy, id)
  expect((await willy.get(path)).text).toContain('The jobs have cost $2.90 of $3.00')
  for (const [limitUsd, why] of [
    ['much', 'Enter an amount'],
    ['-1', 'Enter an amount'],
    ['3', 'Enter a higher one'],
    ['', 'Enter a higher one'],
  ] as const) {
    const { status, text } = await willy.post(`${path}/continue`, { ...shown, limitUsd })
    expect([limitUsd, status, text.includes(why)]).toEqual([limitUsd, 422, true])
    expect(text).toContain(`value="${limitUsd}"`)
  }
  await willy.post(`${path}/continue`, { ...shown, limitUsd: '5.50' })
  await work()
  const { text } = await willy.get(path)
  expect(text).toContain('$2.90 of at most $5.50')
  expect(text).toContain('1 of 2 completed, 1 active')
})

test('a form that was shown before the batch was retried does not confirm its next pilot', async () => {
  const { app, work, endAll } = await batchScene(['a.md', 'b.md'])
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '1' })
  await work()
  await endAll(id, 'fail')
  await work()
  const old = await shownForm(willy, id)
  await willy.post(`/batches/${id}/retry`)
  await work()
  await endAll(id, 'finish')
  await work()
  await willy.post(`/batches/${id}/continue`, old)
  const { text } = await willy.get(`/batches/${id}`)
  expect(text).toContain('Nothing was done: the batch has changed since the page was loaded.')
  expect(text).toContain('Then continue with the job that is left')
})

test('a person cancels a batch, and its active jobs end', async () => {
  const { app, work } = await batchScene(['a.md', 'b.md', 'c.md'])
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '', atOnce: '2' })
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain('its 2 active jobs are cancelled')
  await willy.post(`/batches/${id}/cancel`)
  await work()
  const { text } = await willy.get(`/batches/${id}`)
  expect(text).toContain('0 of 3 completed, 2 failed, 1 not created yet')
  expect(text).not.toContain('/cancel?')
  await willy.post(`/batches/${id}/retry`)
  expect((await willy.get(`/batches/${id}`)).text).toContain('The batch was cancelled. Start a new one.')
})

test('a batch that an API key started is continued by a person, whose jobs the others are', async () => {
  const { app, work, endAll } = await batchScene(['a.md', 'b.md'])
  const body = { prompt: 'Fix the links', projectId: app.project, each: ['*.md'], first: 1 }
  const id = String((await app.call('POST', '/v2/batches', { body })).json.id)
  await work()
  await endAll(id, 'finish')
  await work()
  const [key] = await listKeys(app.parts, 77)
  await revokeKey(app.parts, { accountId: 77, id: key?.id ?? '' }, A_TEST)
  const willy = await app.signIn('willy')
  expect((await willy.get(`/batches/${id}`)).text).toContain('by API key')
  await willy.post(`/batches/${id}/continue`, await shownForm(willy, id))
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain('1 of 2 completed, 1 active')
})

test('the page of a key lists the batches that end with it, whoever created them', async () => {
  const { app, work, endAll } = await batchScene(['a.md', 'b.md'])
  const other = createClient({ url: app.url, apiKey: await app.newKey({ name: 'other' }) })
  const { id } = await other.batches.create({
    ...{ prompt: 'Fix the links', projectId: app.project, each: ['*.md'], first: 1 },
  })
  await work()
  await endAll(id, 'finish')
  await work()
  const olga = await app.signIn('olga')
  const keys = await listKeys(app.parts, 77)
  const shows = async (name: string): Promise<boolean> => {
    const key = keys.find((one) => one.name === name)
    return (await olga.get(`/keys/${key?.id}`)).text.includes('Batch Fix the links')
  }
  expect([await shows('other'), await shows('test')]).toEqual([true, false])
  expect((await app.call('POST', `/v2/batches/${id}/continue`)).status).toBe(200)
  expect([await shows('other'), await shows('test')]).toEqual([false, true])
})

test('a person who lost write access since gets no further job, and somebody else retries', async () => {
  const { app, work, rights } = await batchScene(['a.md', 'b.md'])
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '' })
  rights.may = false
  for (let asked = 0; asked < 5; asked++) {
    await work()
    app.clock.at += 100_000
  }
  const { text } = await willy.get(`/batches/${id}`)
  expect(text).toContain('0 of 2 completed, 2 failed')
  expect(text).toContain('no longer has write access to the repository')
  rights.may = true
  const ada = await app.signIn('ada')
  await ada.post(`/batches/${id}/retry`)
  await work()
  expect((await ada.get(`/batches/${id}`)).text).toContain(' completed, 2 active')
})

test.each([1, 3])('a batch continues although GitHub denies the write access %d times', async (times) => {
  const { app, work, rights } = await batchScene(['a.md', 'b.md'])
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '' })
  rights.may = false
  for (let denied = 0; denied < times; denied++) {
    await work()
    const { text } = await willy.get(`/batches/${id}`)
    expect(text).toContain(' completed, 2 not created yet')
    app.clock.at += 90_000
  }
  rights.may = true
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain(' completed, 2 active')
})

test('while GitHub does not say whether a person may write, no job is created, and none fails', async () => {
  let isDown = true
  const { app, work } = await batchScene(['a.md'], {
    over: {
      loginOf: async () => {
        if (isDown) throw new GithubUnavailable('down', 0)
        return 'willy'
      },
    },
  })
  const willy = await app.signIn('willy')
  const id = await startBatch(willy, { project: app.project, first: '' })
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain(' completed, 1 not created yet')
  isDown = false
  app.clock.at += 2_000
  await work()
  expect((await willy.get(`/batches/${id}`)).text).toContain(' completed, 1 active')
})

test('a batch of several projects has a job in each, and needs write access to all', async () => {
  const { app, work } = await batchScene([])
  await addProjects(app.parts, { id: 1, account: { id: 77, login: 'acme' } }, [
    { id: 5001, name: 'labs', private: true },
  ])
  app.github.installations[0]?.repositories.push(5001)
  app.github.people.willy?.rights.set(5001, 'read')
  app.github.people.olga?.rights.set(5001, 'write')
  const { projects } = await listProjects(app.parts.store, 77, () => true, { cursor: null, limit: 9 })
  const ids = projects.map(({ id }) => id)
  const form = { ...FORM, kind: 'projects', atOnce: '5', first: '', projects: ids }
  const willy = await app.signIn('willy')
  const refused = await willy.post('/batches', form)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('You have no write access to a project with this name')
  expect(refused.text).toContain('>Fix the links</textarea>')
  const olga = await app.signIn('olga')
  const { location } = await olga.post('/batches', form)
  const path = location?.replace('/dashboard', '') ?? ''
  await work()
  expect((await olga.get(path)).text).toContain('0 of 2 completed, 2 active')
  const seen = await willy.get(path)
  expect(seen.text).not.toContain('/cancel?')
  expect((await willy.post(`${path}/cancel`)).status).toBe(403)
})

test('all wrong fields are named together, and the typed values stay', async () => {
  const { app } = await batchScene([])
  const willy = await app.signIn('willy')
  const { status, text } = await willy.post('/batches', {
    ...FORM,
    ...{
      prompt: ' ',
      each: '',
      per: '0',
      first: 'two',
      limitUsd: '-1',
      atOnce: '51',
      ref: 'a..b',
      model: 'x',
    },
  })
  expect(status).toBe(422)
  expect(text).toContain('9 fields need a correction')
  expect(text).toContain('Write a whole number from 1 to 1,000.')
  expect(text).toContain('value="two"')
  expect(text).toContain('value="a..b"')
})
