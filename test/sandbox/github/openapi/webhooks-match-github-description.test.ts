import { expect, test } from 'vitest'
import { webhookNames } from '../../../../sandbox/github/webhooks/events.ts'
import { commit, pick, scene } from '../github-scene.ts'
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
