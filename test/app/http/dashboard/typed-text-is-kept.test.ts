import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { promptIn } from '../../../../src/app/http/dashboard/job/request-work.ts'
import { PROMPT_LIMIT, PromptText } from '../../../../src/contract/job.ts'
import { type Dashboard, startDashboard } from '../../../support/dashboard/start-dashboard.ts'

const PROMPT = '\nFix "<b>" in </textarea><script>alert(1)</script>'
/** The text area of a page, as a browser reads it: without the first line end. */
const typedIn = (text: string): string | undefined =>
  /<textarea[^>]*name="prompt"[^>]*>\n([^<]*)</.exec(text)?.[1]
const ESCAPED = '\nFix &quot;&lt;b&gt;&quot; in &lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;'

test('a form that was sent after the session ended can be sent again after the sign-in', async () => {
  const dashboard = await startDashboard()
  const fields = {
    project: dashboard.project,
    prompt: PROMPT,
    'idempotency-key': '0'.repeat(32),
    ref: '"><b>',
  }
  const refused = await dashboard.visitor().post('/jobs?account=acme', fields)
  expect([refused.status, typedIn(refused.text)]).toEqual([401, ESCAPED])
  expect(refused.text).toContain('method="post" action="/dashboard/jobs?account=acme"')
  expect(refused.text).toContain(`name="idempotency-key" value="${'0'.repeat(32)}"`)
  expect(refused.text).toContain('name="ref" value="&quot;&gt;&lt;b&gt;"')
  expect(refused.text).toContain('href="/dashboard/sign-in" target="_blank"')
  const sent = await (await dashboard.signIn('willy')).post('/jobs?account=acme', { ...fields, ref: '' })
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/\/job_\w+/)])
})

test('a form is kept while GitHub cannot be reached', async () => {
  const dashboard = await startDashboard()
  const willy = await dashboard.signIn('willy')
  expect((await willy.get('/jobs/new')).status).toBe(200)
  dashboard.github.readRight = async () => {
    throw new GithubUnavailable('no route', 0)
  }
  const fields = { project: dashboard.project, prompt: PROMPT, 'idempotency-key': '0'.repeat(32) }
  const refused = await willy.post('/jobs', fields)
  expect([refused.status, typedIn(refused.text)]).toEqual([503, ESCAPED])
})

test('a form from another site is not shown', async () => {
  const { visitor } = await startDashboard()
  const refused = await visitor().post('/jobs', { prompt: PROMPT }, { origin: 'https://evil.example' })
  expect([refused.status, refused.text.includes('alert(1)')]).toEqual([403, false])
})

test('a form with more fields than any page has is refused without being kept', async () => {
  const dashboard = await startDashboard()
  const most = { box: Array.from({ length: 2_000 }, (_, n) => String(n)) }
  const refused = await dashboard.visitor().post('/jobs', most)
  expect([refused.status, refused.text.includes('value="1999"')]).toEqual([401, true])
  const more = { box: Array.from({ length: 5_001 }, () => '') }
  const tooMany = await dashboard.visitor().post('/jobs', more)
  expect([tooMany.status, tooMany.text.includes('name="box"')]).toEqual([401, false])
  const willy = await dashboard.signIn('willy')
  expect((await willy.post('/jobs', more)).status).toBe(413)
})

/** Of what anybody may post, this much is read and drawn. */
const OF_VISITOR = 128 * 1024

test.each([
  ['no field', {}],
  ['a long field', { prompt: 'x'.repeat(OF_VISITOR) }],
  ['a field that is long on the page', { prompt: '"'.repeat(OF_VISITOR / 6) }],
  ['many fields', { box: Array.from({ length: 2_500 }, () => '1') }],
])('a stranger does not get back a form with %s', async (_, fields) => {
  const { visitor } = await startDashboard()
  const { status, text } = await visitor().post('/jobs', fields)
  expect([status, text.includes('Send again'), text.length < 10_000]).toEqual([401, false, true])
  expect(text).toContain('Sign in with GitHub')
})

test('a prompt that is too long is shown up to the limit', async () => {
  const dashboard = await startDashboard()
  const person = await dashboard.signIn('willy')
  for (const to of ['/jobs', '/batches']) {
    const { status, text } = await person.post(to, {
      project: dashboard.project,
      prompt: '<'.repeat(999_000),
    })
    const shown = text.split('&lt;').length - 1
    expect([to, status, shown]).toEqual([to, 422, PROMPT_LIMIT + 1])
  }
})

test.each(['x', '😀'])(
  'the longest prompt of %s is read whole, and a longer one is not accepted',
  (character) => {
    const read = (count: number) => promptIn(new URLSearchParams({ prompt: character.repeat(count) }))
    expect(read(PROMPT_LIMIT) === character.repeat(PROMPT_LIMIT)).toBe(true)
    expect(PromptText.safeParse(read(PROMPT_LIMIT)).success).toBe(true)
    expect(PromptText.safeParse(read(PROMPT_LIMIT + 1)).success).toBe(false)
    expect([...read(PROMPT_LIMIT + 50)]).toHaveLength(PROMPT_LIMIT + 1)
  },
)

test('the longest prompt of a signed-in person is kept', async () => {
  const dashboard = await startDashboard()
  const willy = await dashboard.signIn('willy')
  expect((await willy.get('/jobs/new')).status).toBe(200)
  dashboard.github.readRight = async () => {
    throw new GithubUnavailable('no route', 0)
  }
  const fields = { project: dashboard.project, prompt: '"'.repeat(PROMPT_LIMIT) }
  const { status, text } = await willy.post('/jobs', fields)
  expect([status, typedIn(text)?.length]).toEqual([503, PROMPT_LIMIT * '&quot;'.length])
})

/** Sends all but the last byte of the longest form that is read of a stranger. */
async function sendMost({ url, publicUrl }: Dashboard): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = ['POST /dashboard/jobs HTTP/1.1', 'Host: x', `Origin: ${publicUrl}`]
  const more = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${OF_VISITOR}`]
  socket.write([...head, ...more, '', 'x'.repeat(OF_VISITOR - 1)].join('\r\n'))
  return socket
}

test('forms of strangers hold 32 MiB together; the next one is not kept until they are gone', async () => {
  const dashboard = await startDashboard()
  const fields = { prompt: 'x'.repeat(100_000) }
  const isKept = async () => (await dashboard.visitor().post('/jobs', fields)).text.includes('Send again')
  expect(await isKept()).toBe(true)
  const unfinished = await Promise.all(Array.from({ length: 256 }, () => sendMost(dashboard)))
  // The form of a question holds bytes, too: for one of the others there may have been no room.
  const isKeptBesideOneMore = async () => {
    unfinished.push(await sendMost(dashboard))
    return isKept()
  }
  await expect.poll(isKeptBesideOneMore).toBe(false)
  for (const socket of unfinished) socket.destroy()
  await expect.poll(isKept).toBe(true)
})
