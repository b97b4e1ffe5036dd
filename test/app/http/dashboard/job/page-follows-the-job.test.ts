import { expect, test } from 'vitest'
import { A_TEST } from '../../../../support/app/actors.ts'
import { startDashboard } from '../../../../support/dashboard/start-dashboard.ts'
import { cookieOf, jobScene, openPageStream, step, tool } from './job-scene.ts'

const ids = (frames: readonly { id: string | null; name: string | null }[]) =>
  frames.map(({ id, name }) => id ?? name).filter((one) => one !== null)

test('a stream sends what follows the page, each event once, and ends with the job', async () => {
  const { app, path, runner } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'stage', stage: 'agent' }, step(1))
  const cookie = cookieOf(await app.signIn('rita'))
  const stream = await openPageStream(app, cookie, `${path}/events?after=1-1`)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  expect(ids(await stream.until(({ id }) => id === '1-2'))).toEqual(['state', '1-2'])
  await seat.report(tool(1, 'src/a.ts'), { type: 'note', text: 'one\n<b>two</b>' })
  const [call, note] = await stream.until(({ id }) => id === '1-4')
  expect(call?.data).toContain('id="L1-3" data-into="g1-1-lines"')
  expect(note?.data).toContain('one&#10;&lt;b&gt;two&lt;/b&gt;')
  await (await seat.fail('it broke')).confirm()
  expect(ids(await stream.rest())).toEqual(expect.arrayContaining(['state', 'done']))
})

test('a browser that reconnects gets what it missed, and nothing twice', async () => {
  const { app, path, runner } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'stage', stage: 'agent' }, step(1), tool(1, 'a'), tool(1, 'b'))
  const cookie = cookieOf(await app.signIn('rita'))
  const first = await openPageStream(app, cookie, `${path}/events?after=1-1`)
  await first.until(({ id }) => id === '1-3')
  first.close()
  await seat.report(tool(1, 'c'))
  const again = await openPageStream(app, cookie, `${path}/events?after=1-1`, '1-3')
  expect(ids(await again.until(({ id }) => id === '1-5'))).toEqual(['state', '1-4', '1-5'])
})

test('a page without lines gets those of its run only', async () => {
  const { app, path, runner, key } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'note', text: 'first run' })
  await (await seat.fail('broken')).confirm()
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/retry`)
  const willy = await app.signIn('willy')
  expect((await willy.get(path)).text).toContain('/events?run=2')
  const stream = await openPageStream(app, cookieOf(willy), `${path}/events?run=2`)
  await (await runner()).report({ type: 'note', text: 'second run' })
  expect(ids(await stream.until(({ id }) => id === '2-1'))).toEqual(expect.not.arrayContaining(['1-1']))
})

test('the state is announced when the job changes, and the page asks for it with its own rights', async () => {
  const { app, path, runner } = await jobScene()
  const willy = await app.signIn('willy')
  const stream = await openPageStream(app, cookieOf(willy), `${path}/events`)
  await stream.until(({ name }) => name === 'state')
  const seat = await runner()
  await stream.until(({ name }) => name === 'state')
  await seat.report({ type: 'stage', stage: 'agent' })
  const part = await willy.get(`${path}/overview`, { 'hx-request-type': 'partial' })
  expect(part.text).toContain('Working')
  expect(part.text).toContain('<template id="news">')
  expect(part.text).not.toContain('<html')
})

test('a stream ends when its reader loses the repository', async () => {
  const { app, path, runner } = await jobScene()
  await runner()
  const stream = await openPageStream(app, cookieOf(await app.signIn('rita')), `${path}/events`)
  await stream.until(({ name }) => name === 'state')
  app.github.people.rita?.rights.clear()
  app.clock.at += 6 * 60_000
  const rest = await stream.rest()
  expect(ids(rest)).toContain('refused')
})

test('a stream ends soon after its reader has signed out, here or on another server', async () => {
  const { app, path, key } = await jobScene()
  const [signedOut, elsewhere] = [await app.signIn('rita'), await app.signIn('willy')]
  const other = await app.signIn('rita')
  const open = async (visitor: typeof other) => {
    const stream = await openPageStream(app, cookieOf(visitor), `${path}/events`)
    await stream.until(({ name }) => name === 'state')
    return stream
  }
  const [first, second, third] = [await open(signedOut), await open(elsewhere), await open(other)]
  await signedOut.post('/sign-out')
  // The other server has the same database and its own memory.
  const server = await startDashboard({ databaseUrl: app.databaseUrl })
  const { id = 0 } = app.github.people.willy ?? {}
  await server.people.endAll(id, A_TEST)
  expect(ids(await first.rest())).toEqual(['refused'])
  expect(ids(await second.rest())).toEqual(['refused'])
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/cancel`)
  expect(ids(await third.rest())).toContain('done')
})

test('lines that were deleted since are a 404', async () => {
  const { app, path } = await jobScene()
  const rita = await app.signIn('rita')
  expect((await rita.get(`${path}/events?after=1-9`)).status).toBe(404)
})
