import { expect, test } from 'vitest'
import { webhookNames } from '../../../../sandbox/github/webhooks/events.ts'
import { type Answer, commit, pick, scene } from '../github-scene.ts'
import { describedWebhooks, webhookViolations } from './openapi-slice.ts'

const nameOf = (event: string, action: string | null): string =>
  [event, action]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll('_', '-')

test('every webhook matches its description', async () => {
  const { github, app, call, token, installationId, runs } = await scene()
  await commit(github, 'a.txt', 'one\n', 'topic')
  const pulls = '/repos/acme/widgets/pulls'
  const opened = await call('POST', pulls, token, { title: 'One', head: 'topic', base: 'main' })
  const pull = `${pulls}/${pick(opened.body, 'number')}`
  await commit(github, 'a.txt', 'two\n', 'topic')
  for (const change of [{ body: 'why' }, { state: 'closed' }, { state: 'open' }])
    await call('PATCH', pull, token, change)
  const checks = '/repos/acme/widgets/check-runs'
  const head = await commit(github, 'a.txt', 'three\n', 'topic')
  const actions = [{ label: 'Stop', description: 'Stop the run', identifier: 'stop' }]
  const checked = await call('POST', checks, token, { name: 'Prentice', head_sha: head, actions })
  const click = { owner: 'acme', name: 'widgets', checkRunId: Number(pick(checked.body, 'id')) }
  for (const identifier of ['stop', null]) github.clickCheckRun({ ...click, identifier, login: 'octo-admin' })
  await call('PATCH', `${checks}/${click.checkRunId}`, token, { conclusion: 'success' })
  const person = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  await converse(call, { token, person }, Number(pick(opened.body, 'number')))
  await call('PUT', `${pull}/merge`, token)
  const dispatches = '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches'
  await call('POST', dispatches, token, { ref: 'main', inputs: { run: 'r1' } })
  runs[0]?.started()
  runs[0]?.completed('success')
  await github.settled()
  await github.createRepository({ owner: 'acme', name: 'other' })
  for (const kind of ['add', 'remove'] as const)
    github.changeInstallation(installationId, { kind, repositories: ['other'] })
  github.renameRepository({ owner: 'acme', name: 'widgets', to: 'gadgets' })
  for (const kind of ['suspend', 'unsuspend'] as const) github.changeInstallation(installationId, { kind })
  github.createAccount({ login: 'umbrella', type: 'Organization' })
  github.installApp({ appId: app.appId, account: 'umbrella', repositories: 'all' })
  github.transferRepository({ owner: 'acme', name: 'gadgets', to: 'umbrella' })
  github.deleteRepository({ owner: 'umbrella', name: 'gadgets' })
  await fetch(`${github.serverUrl}/settings/installations/${installationId}`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'accept' }),
  })
  github.changeInstallation(installationId, { kind: 'delete' })
  await github.settled()

  const sent = github
    .deliveries()
    .map(({ event, action, payload }) => ({ name: nameOf(event, action), payload }))
  const violations = sent.flatMap(({ name, payload }) =>
    webhookViolations(name, payload).map((c) => `${name}: ${c}`),
  )
  expect(violations).toEqual([])
  expect([...new Set(sent.map(({ name }) => name))].sort()).toEqual([...webhookNames].sort())
  expect([...describedWebhooks].sort()).toEqual([...webhookNames].sort())
})

/** Causes every event of issues, comments, labels and reviews. */
async function converse(
  call: (method: string, path: string, token: string, body?: object) => Promise<Answer>,
  { token, person }: { readonly token: string; readonly person: string },
  pull: number,
): Promise<void> {
  const R = '/repos/acme/widgets'
  const send = async (method: string, path: string, body?: object, as = token) => {
    const { status, body: answer } = await call(method, `${R}${path}`, as, body)
    expect([method, path, status < 300]).toEqual([method, path, true])
    return Number(pick(answer, 'number') ?? pick(answer, 'id'))
  }
  const issue = await send('POST', '/issues', { title: 'Typo', body: 'In README' })
  for (const change of [{ body: 'In README.md' }, { state: 'closed' }, { state: 'open' }])
    await send('PATCH', `/issues/${issue}`, change)
  for (const number of [issue, pull]) {
    await send('POST', `/issues/${number}/labels`, { labels: ['prentice'] })
    await send('DELETE', `/issues/${number}/labels/prentice`)
    const comment = await send('POST', `/issues/${number}/comments`, { body: 'hello' })
    await send('PATCH', `/issues/comments/${comment}`, { body: 'hello again' })
    await send('DELETE', `/issues/comments/${comment}`)
  }
  const comments = [{ path: 'a.txt', line: 1, body: 'Why?' }]
  await send('POST', `/pulls/${pull}/reviews`, { event: 'APPROVE', body: '', comments }, person)
  const no = { event: 'REQUEST_CHANGES', body: 'No', comments }
  const review = await send('POST', `/pulls/${pull}/reviews`, no, person)
  await send('PUT', `/pulls/${pull}/reviews/${review}/dismissals`, { message: 'Outdated' })
  const comment = await send('POST', `/pulls/${pull}/comments`, { path: 'a.txt', line: 1, body: 'Hm' })
  await send('PATCH', `/pulls/comments/${comment}`, { body: 'Hmm' })
  await send('DELETE', `/pulls/comments/${comment}`)
}
