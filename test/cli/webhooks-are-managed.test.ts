import { expect, test } from 'vitest'
import { HOOK, webhookWorld } from '../app/outgoing/webhook-world.ts'
import { commandLine, type RunSettings } from './command-line.ts'

/** The command line of somebody whose key has the scope `admin`. */
async function administrator() {
  const world = await webhookWorld()
  const { run } = await commandLine()
  const environment = { PRENTICE_URL: world.app.url, PRENTICE_API_KEY: world.adminKey }
  return {
    ...world,
    webhooks: (args: readonly string[], settings: RunSettings = {}) =>
      run(['webhooks', ...args], { environment, ...settings }),
  }
}

test('a webhook is created, listed, rotated, disabled, enabled and deleted', async () => {
  const { app, webhooks } = await administrator()
  const created = await webhooks(['create', HOOK, '--name', 'ci', '--events', 'job.completed,job.failed'])
  expect(created).toMatchObject({ code: 0, notes: '', out: expect.stringMatching(/^\w+\twhsec_\S+\n$/) })
  const id = created.out.split('\t')[0] ?? ''
  const row = (status: string, why = '') =>
    [id, status, 'ci', 'standard', HOOK, 'job.completed,job.failed', why].join('\t').concat('\n')
  expect((await webhooks(['list'])).out).toBe(row('active'))
  expect((await webhooks(['rotate', id])).out).toMatch(new RegExp(`^${id}\twhsec_\\S+\n$`))
  expect((await webhooks(['disable', id])).out).toBe(
    row('disabled', 'disabled by API key hooks: enable it to send events again'),
  )
  const enabled = await webhooks(['enable', id, '--json'])
  expect(JSON.parse(enabled.out)).toMatchObject({ id, status: 'active', projectIds: null })
  expect(await webhooks(['delete', id])).toEqual({ code: 0, out: '', notes: `${id} is deleted\n` })
  expect(await webhooks(['list'])).toEqual({ code: 0, out: '', notes: 'there are no webhooks\n' })
  const narrow = ['create', HOOK, '--repos', 'acme/docs', '--only-when-named', '--json']
  expect(JSON.parse((await webhooks(narrow)).out)).toMatchObject({
    projectIds: [app.project],
    onlyWhenNamed: true,
    secret: expect.stringMatching(/^whsec_/),
  })
})

test('editing a webhook changes only the named fields', async () => {
  const { webhooks } = await administrator()
  const id = (await webhooks(['create', HOOK, '--name', 'ci', '--only-when-named'])).out.split('\t')[0] ?? ''
  const edited = async (...args: string[]) =>
    JSON.parse((await webhooks(['edit', id, ...args, '--json'])).out)
  expect(await edited('--events', 'job.failed')).toMatchObject({
    ...{ name: 'ci', url: HOOK, events: ['job.failed'], onlyWhenNamed: true },
  })
  expect(await edited('--name', 'chat', '--no-only-when-named')).toMatchObject({
    ...{ name: 'chat', url: HOOK, events: ['job.failed'], onlyWhenNamed: false },
  })
  const input = 'https://example.com/new\n'
  const moved = await webhooks(['edit', id, '--url', '--json'], { input })
  expect(JSON.parse(moved.out)).toMatchObject({ name: 'chat', url: 'https://example.com/new' })
  expect(await webhooks(['edit', id])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('nothing to change'),
  })
  expect((await webhooks(['edit', id, '--url', 'http://10.0.0.1/'])).notes).toContain('must use https')
})

test('a test event is sent, unless the webhook is disabled', async () => {
  const { receiver, webhooks, deliver } = await administrator()
  const id = (await webhooks(['create', HOOK])).out.split('\t')[0] ?? ''
  expect((await webhooks(['test', id])).out).toMatch(/^evt_\w+\tpending\t\S+\twebhook\.test\t/)
  await deliver()
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test'])
  await webhooks(['disable', id])
  expect(await webhooks(['test', id])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('is disabled; enable it first'),
  })
})

test('the URL of a chat is piped in, because it is a secret', async () => {
  const { webhooks } = await administrator()
  const input = 'https://hooks.slack.com/services/T0/B0/secret\n'
  const created = await webhooks(['create', '--format', 'slack'], { input, isTerminal: true })
  expect(created.code).toBe(0)
  expect(`${created.out}${created.notes}${(await webhooks(['list'])).out}`).not.toMatch(/B0|whsec/)
  expect((await webhooks(['create', '--format', 'slack'])).notes).toContain('the URL is empty')
})

test('deliveries are listed, and sent again', async () => {
  const { app, receiver, webhooks, deliver } = await administrator()
  const id = (await webhooks(['create', HOOK])).out.split('\t')[0] ?? ''
  expect((await webhooks(['deliveries', id])).notes).toBe('there are no deliveries of the last seven days\n')
  receiver.answer = 500
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Fix it' } })
  await deliver()
  const [event = '', ...fields] = (await webhooks(['deliveries', id])).out.split('\t')
  expect(fields).toEqual([
    'pending',
    expect.stringMatching(/Z$/),
    'job.created',
    expect.stringMatching(/^job_/),
    '1',
    expect.stringMatching(/500\S*.*\n$/),
  ])
  receiver.answer = 204
  app.clock.at += 1000
  expect((await webhooks(['redeliver', id, event])).out).toContain(`${event}\tpending\t`)
  await deliver()
  const [delivery] = JSON.parse((await webhooks(['deliveries', id, '--json'])).out)
  expect(delivery).toMatchObject({
    id: event,
    status: 'delivered',
    attempts: [{ status: 500 }, { status: 204 }],
  })
})

test('a refusal of the server is an error with the next step', async () => {
  const { app, webhooks } = await administrator()
  const refused = async (args: readonly string[], settings: RunSettings = {}) => {
    const { code, out, notes } = await webhooks(args, settings)
    expect([code, out]).toEqual([1, ''])
    return notes
  }
  expect(await refused(['create', 'http://localhost/'])).toContain('must use https instead of http')
  expect(await refused(['create', HOOK, '--format', 'irc'])).toContain('standard, slack, teams')
  expect(await refused(['create', HOOK, '--events', 'job.lost'])).toContain('job.created')
  expect(await refused(['create', HOOK, '--repos', 'acme/none'])).toContain('covers no project acme/none')
  expect(await refused(['rotate', 'none'])).toContain('there is no webhook')
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key }
  expect(await refused(['list'], { environment })).toContain('lacks the scope admin')
})
