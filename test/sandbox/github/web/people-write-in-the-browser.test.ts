import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

const send = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('a comment on an issue is of the person who may write, and the app hears of it', async () => {
  const { github, call, token, received } = await scene()
  github.createAccount({ login: 'rob', type: 'User' })
  github.createAccount({ login: 'ana', type: 'User' })
  github.changeRole({ owner: 'acme', name: 'widgets', login: 'rob', role: 'read' })
  github.changeRole({ owner: 'acme', name: 'widgets', login: 'ana', role: 'write' })
  const opened = await send(`${github.serverUrl}/acme/widgets/issues/new`, {
    title: 'A typo',
    body: 'See *here*',
  })
  expect(opened.status).toBe(303)
  const issue = opened.headers.get('location') ?? ''
  expect(await (await fetch(issue)).text()).toMatch(/Comment as <b>ana<\/b>/)
  const commented = await send(issue, { body: '/prentice Fix it' })
  expect(commented.status).toBe(303)
  expect(commented.headers.get('location')).toMatch(/\/issues\/1#issuecomment-\d+$/)
  const { body } = await call('GET', '/repos/acme/widgets/issues/1/comments', token)
  expect([pick(body, '0', 'user', 'login'), pick(body, '0', 'body')]).toEqual(['ana', '/prentice Fix it'])
  await github.settled()
  expect(received.map(({ headers }) => headers['x-github-event'])).toContain('issue_comment')
})

test.each([
  [{ body: ' ' }, 'The body cannot be empty.'],
  [{ body: 'x'.repeat(65_537) }, 'Body is too long'],
])('a comment that GitHub refuses is shown again with the reason: %#', async (fields, why) => {
  const { github, call, token } = await scene()
  await call('POST', '/repos/acme/widgets/issues', token, { title: 'One' })
  const answer = await send(`${github.serverUrl}/acme/widgets/issues/1`, fields)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain(why)
  expect(page).toContain(`\n${fields.body}</textarea>`)
})

test('an issue without a title is refused', async () => {
  const { github } = await scene()
  const answer = await send(`${github.serverUrl}/acme/widgets/issues/new`, { title: '', body: 'Text' })
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('The title cannot be empty.'),
  ])
})

test('a page shows Markdown and reactions', async () => {
  const { github, call, token } = await scene()
  const body = 'Look at **this** <!-- invisible -->'
  await call('POST', '/repos/acme/widgets/issues', token, { title: '<b>', body })
  await call('POST', '/repos/acme/widgets/issues/1/reactions', token, { content: 'eyes' })
  const page = await (await fetch(`${github.serverUrl}/acme/widgets/issues/1`)).text()
  expect(page).toContain('<strong>this</strong>')
  expect(page).not.toContain('invisible')
  expect(page).toContain('👀 1')
  expect(page).toContain('&lt;b&gt;')
  expect(page).not.toContain('<b>#')
})

test('the page of a run shows its log while it grows, with its groups folded', async () => {
  const { github, call, token } = await scene()
  const log = [
    'Set up',
    '##[group]Run <x>',
    'inside \u001b[31mred\u001b[0m',
    '##[endgroup]',
    '##[error]It failed',
  ]
  const lines: string[] = []
  github.onQueuedRun((run) => run.started(lines))
  const dispatched = { ref: 'main', inputs: { run: 'run_1' } }
  await call('POST', '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches', token, dispatched)
  const { body } = await call('GET', '/repos/acme/widgets/actions/runs', token)
  const url = String(pick(body, 'workflow_runs', '0', 'html_url'))
  expect(await (await fetch(url)).text()).toContain('There is no log yet.')
  lines.push(...log)
  const page = await (await fetch(url)).text()
  expect(page).toContain('<summary>Run &lt;x&gt;</summary>')
  expect(page).toContain('inside red')
  expect(page).toContain('<span class="line error">error: It failed</span>')
})
