import { Webhooks } from '@octokit/webhooks'
import { expect, test } from 'vitest'
import { commit, scene } from '../github-scene.ts'

test("a webhook has GitHub's headers and a signature that octokit accepts", async () => {
  const { github, received, app } = await scene()
  await commit(github, 'a.txt', 'ünïcode\n')
  await github.settled()
  const push = received.findLast(({ headers }) => headers['x-github-event'] === 'push')
  const octokit = new Webhooks({ secret: 'a secret' })
  expect(await octokit.verify(push?.body ?? '', String(push?.headers['x-hub-signature-256']))).toBe(true)
  expect(await octokit.verify(`${push?.body} `, String(push?.headers['x-hub-signature-256']))).toBe(false)
  expect(push?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
    'x-github-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-github-hook-id': expect.stringMatching(/^\d+$/),
    'x-github-hook-installation-target-id': String(app.appId),
    'x-github-hook-installation-target-type': 'integration',
  })
})

test('installation events need no subscription, other events do', async () => {
  const { github, received, webhookUrl } = await scene()
  const registration = { slug: 'other', webhookUrl, webhookSecret: 's', permissions: {}, events: ['issues'] }
  const { appId } = github.registerApp(registration)
  github.installApp({ appId, account: 'acme', repositories: 'all' })
  await commit(github, 'a.txt', 'one\n')
  await github.settled()
  const own = received.filter(
    ({ headers }) => headers['x-github-hook-installation-target-id'] === String(appId),
  )
  expect(own.map(({ headers }) => headers['x-github-event'])).toEqual(['installation'])
})

test('a failed delivery is recorded with its reason, not repeated, and can be redelivered', async () => {
  const { github, received, app, webhookUrl } = await scene()
  await github.settled()
  github.changeWebhookUrl(app.appId, 'http://127.0.0.1:1/nobody')
  await commit(github, 'a.txt', 'one\n')
  await github.settled()
  const failed = github.deliveries().at(-1)
  expect(failed).toMatchObject({ event: 'push', statusCode: null, error: expect.any(String) })
  const before = received.length
  github.changeWebhookUrl(app.appId, webhookUrl)
  github.redeliver(failed?.guid ?? '')
  await github.settled()
  expect(received.slice(before).map(({ headers }) => headers['x-github-delivery'])).toEqual([failed?.guid])
})

test('a suspended installation gets no webhooks of its repositories', async () => {
  const { github, installationId } = await scene()
  github.changeInstallation(installationId, { kind: 'suspend' })
  await commit(github, 'a.txt', 'one\n')
  expect(github.deliveries().at(-1)).toMatchObject({ event: 'installation', action: 'suspend' })
})

test('a push event lists the changed files', async () => {
  const { github } = await scene()
  await commit(github, 'a.txt', 'one\n')
  await commit(github, 'a.txt', 'two\n')
  const pushes = github.deliveries().slice(-2)
  expect(pushes.map(({ payload }) => payload.commits)).toMatchObject([
    [{ added: ['a.txt'], modified: [] }],
    [{ added: [], modified: ['a.txt'] }],
  ])
})
