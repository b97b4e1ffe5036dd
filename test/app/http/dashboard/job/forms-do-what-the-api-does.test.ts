import { expect, test } from 'vitest'
import { loadJob } from '../../../../../src/app/job-store/job-record.ts'
import { jobScene, KEY, publish } from './job-scene.ts'

/** What the form for a follow-up holds. */
const typedIn = (text: string): string | undefined =>
  /<textarea[^>]*name="prompt"[^>]*>\n([^<]*)</.exec(text)?.[1]

test('stop, retry, archive and unarchive work, and each says what it did', async () => {
  const { app, path, job } = await jobScene()
  const willy = await app.signIn('willy')
  const press = async (verb: string) => {
    const answer = await willy.post(`${path}/${verb}`, { 'idempotency-key': `${verb}-${KEY}` })
    expect([answer.status, answer.location]).toEqual([303, `/dashboard${path}`])
    return [
      (await job()).status,
      /flash flash-success.*?<span>([^<]*)/.exec((await willy.get(path)).text)?.[1],
    ]
  }
  expect(await press('stop')).toEqual(['failed', 'The run was stopped.'])
  expect(await press('retry')).toEqual(['active', 'The run is retried.'])
  expect(await press('archive')).toEqual(['archived', 'The job was archived.'])
  expect(await press('unarchive')).toEqual(['failed', 'The job was unarchived.'])
})

test('a follow-up is a message of the person, from the dashboard', async () => {
  const { app, path, key, deps } = await jobScene()
  const willy = await app.signIn('willy')
  await willy.post(`${path}/message`, { prompt: 'Also\r\nthe footer', 'idempotency-key': KEY })
  const { json } = await app.call('GET', `/v2/agent/${key.project}/job/${key.job}/messages`)
  expect(json.messages).toMatchObject([
    {},
    { prompt: 'Also\nthe footer', sentBy: { kind: 'person', name: 'willy' } },
  ])
  expect((await loadJob(deps.store, key))?.job.messages).toBe(2)
})

test('a follow-up has the mode of the form, and the page shows the answer open', async () => {
  const { app, path, key, deps, runner } = await jobScene()
  const willy = await app.signIn('willy')
  await (await runner()).finish('Done.')
  await willy.post(`${path}/message`, { prompt: 'Why?', mode: 'ask', 'idempotency-key': KEY })
  expect((await loadJob(deps.store, key))?.job.run).toMatchObject({ number: 2, mode: 'ask' })
  await (await runner()).finish('Because of **this**.')
  const { text } = await willy.get(path)
  expect(text).toContain('<span class="badge">question</span>')
  expect(text).toContain('<details class="more" open><summary>Answer</summary>')
  expect(text).toContain('Because of <strong>this</strong>.')
  expect(text).toMatch(/id="state-words">Answered</)
  expect(text).not.toContain('without changing a file')
  const refused = await willy.post(`${path}/message`, { prompt: ' ', mode: 'plan', 'idempotency-key': KEY })
  expect(refused.text).toContain('<option value="plan" selected>')
  expect(refused.status).toBe(422)
  const unknown = await willy.post(`${path}/message`, { prompt: 'x', mode: 'look', 'idempotency-key': KEY })
  expect(unknown.status).toBe(400)
  expect((await loadJob(deps.store, key))?.job.run.number).toBe(2)
})

test('the branch of an open pull request is updated with its base', async () => {
  const { app, path, deps, key, runner } = await jobScene()
  const willy = await app.signIn('willy')
  const update = () => willy.post(`${path}/update`, { 'idempotency-key': KEY })
  await update()
  expect((await willy.get(path)).text).toContain('no open pull request whose branch could be updated')
  await runner()
  await publish(deps, key)
  expect((await willy.get(path)).text).toContain('Update branch')
  await update()
  expect((await willy.get(path)).text).toContain('The base is merged into the branch.')
  expect((await loadJob(deps.store, key))?.job.run).toMatchObject({ number: 2, state: 'queued' })
})

test('a form that is sent twice does its work once', async () => {
  const { app, path, deps, key } = await jobScene()
  const willy = await app.signIn('willy')
  const send = (prompt: string) => willy.post(`${path}/message`, { prompt, 'idempotency-key': KEY })
  await send('again')
  await send('again')
  expect((await loadJob(deps.store, key))?.job.messages).toBe(2)
  const other = await send('other')
  expect([other.status, typedIn(other.text)]).toEqual([422, 'other'])
  expect(other.text).toContain('was already sent with a different text')
})

test('a follow-up to a job that was archived meanwhile keeps what was typed', async () => {
  const { app, path } = await jobScene()
  const willy = await app.signIn('willy')
  await willy.post(`${path}/archive`, { 'idempotency-key': KEY })
  const late = await willy.post(`${path}/message`, { prompt: '</textarea>late', 'idempotency-key': KEY })
  expect([late.status, typedIn(late.text)]).toEqual([422, '&lt;/textarea&gt;late'])
  expect(late.text).toContain('The job is archived. Unarchive it first.')
})

test('stopping a job that has ended says that there was nothing to stop', async () => {
  const { app, path, runner } = await jobScene()
  await (await (await runner()).fail('the provider answered 529')).confirm()
  const willy = await app.signIn('willy')
  await willy.post(`${path}/stop`, { 'idempotency-key': KEY })
  const { text } = await willy.get(path)
  expect(text).toMatch(/flash-danger.*already ended/s)
  expect(text).toContain('the provider answered 529')
})

test('a request passes the same admission as one of the API', async () => {
  const { app, path } = await jobScene('x', { rateLimit: 2 })
  const willy = await app.signIn('willy')
  await willy.post(`${path}/message`, { prompt: 'second', 'idempotency-key': KEY })
  const third = await willy.post(`${path}/message`, { prompt: 'third', 'idempotency-key': `${KEY}1` })
  expect([third.status, typedIn(third.text)]).toEqual([422, 'third'])
  expect(third.text).toMatch(/field-error.*The project has used its 2 jobs and messages/s)
})

test.each(['stop', 'retry', 'archive', 'unarchive', 'message'])(
  'a reader and a stranger cannot %s',
  async (verb) => {
    const { app, path, job } = await jobScene()
    const before = await job()
    const fields = { prompt: 'x', 'idempotency-key': KEY }
    expect((await (await app.signIn('rita')).post(`${path}/${verb}`, fields)).status).toBe(403)
    expect((await (await app.signIn('sten')).post(`${path}/${verb}`, fields)).status).toBe(404)
    expect(await job()).toEqual(before)
  },
)

test('an empty follow-up and a form without its key are refused with the reason', async () => {
  const { app, path } = await jobScene()
  const willy = await app.signIn('willy')
  const empty = await willy.post(`${path}/message`, { prompt: ' \r\n', 'idempotency-key': KEY })
  expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('The prompt is empty')])
  const noKey = await willy.post(`${path}/message`, { prompt: 'x' })
  expect([noKey.status, noKey.text]).toEqual([400, expect.stringContaining('Load the page again')])
})
