import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { issuePushToken } from '../../../src/app/runs/push-token.ts'
import { webhookHandlers } from '../../../src/app/webhooks/receive.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun, identity, SECRET, type UseCases } from '../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_KEY = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

const account = { id: 77, login: 'acme', type: 'Organization' }
const repository = { id: 1234, name: 'docs', full_name: 'acme/docs', private: true, owner: account }

/** The two webhooks that GitHub sends of one deletion, in no certain order. */
const DELETED = { name: 'repository', payload: { action: 'deleted', repository } } as const
const REMOVED = {
  name: 'installation_repositories',
  payload: {
    action: 'removed',
    installation: { id: 1, account },
    repositories_added: [],
    repositories_removed: [repository],
  },
} as const

type Webhook = typeof DELETED | typeof REMOVED

/** Delivers webhooks to the handlers of the server. */
async function receiver(world: UseCases): Promise<(webhook: Webhook) => Promise<void>> {
  const { probot } = createProbot({
    appId: 1,
    privateKey: PRIVATE_KEY,
    webhookSecret: 'a secret of the tests',
    apiUrl: 'http://127.0.0.1:9',
    apiVersion: '2022-11-28',
    log: createLog('silent').log,
  })
  await probot.load((app) => webhookHandlers(app, world))
  return ({ name, payload }) =>
    // The handlers read no more of the payload than this.
    probot.receive({ id: name, name, payload } as unknown as Parameters<typeof probot.receive>[0])
}

/** A GitHub of which the repository was deleted, or only taken out of the installation. */
const githubWithout = (isDeleted: boolean): Github => {
  const notThere = () => Promise.reject(new GithubRefused(reason('app-uninstalled', 'Not Found')))
  return dispatchingGithub([], {
    wasDeleted: async (id) => isDeleted && id === 1234,
    mintPushToken: notThere,
    readWorkflowRun: notThere,
  })
}

const ORDERS: readonly (readonly [string, readonly Webhook[], readonly Webhook[]])[] = [
  ['before both webhooks', [], [DELETED, REMOVED]],
  ['after `removed`, before `deleted`', [REMOVED], [DELETED]],
  ['after `deleted`, before `removed`', [DELETED], [REMOVED]],
  ['after `removed` and `deleted`', [REMOVED, DELETED], []],
]

test.each(ORDERS)('a push token request %s ends the run of a deleted repository', async (_, before) => {
  const world = await useCases(githubWithout(true))
  const receive = await receiver(world)
  const { run } = await claimedRun(world)
  for (const webhook of before) await receive(webhook)
  const plan = { files: 1, additions: 1, deletions: 0 }
  const issued = issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })
  await expect(issued).rejects.toMatchObject({ reason: reason('repository-gone', 'it was deleted') })
})

test.each(ORDERS)(
  'a check of a silent run %s ends the run of a deleted repository',
  async (_, before, after) => {
    const world = await useCases(githubWithout(true))
    const receive = await receiver(world)
    const { key, job } = await claimedRun(world)
    for (const webhook of before) await receive(webhook)
    world.clock.at += 3_600_000
    await advanceDueJob(world, key)
    for (const webhook of after) await receive(webhook)
    expect((await job()).run.reason).toEqual(reason('repository-gone', 'it was deleted'))
  },
)

test.each([
  ['before', []],
  ['after', [REMOVED]],
])('a repository that was only taken out of the installation, %s the webhook', async (_, before) => {
  const world = await useCases(githubWithout(false))
  const receive = await receiver(world)
  const { key, job } = await claimedRun(world)
  for (const webhook of before) await receive(webhook)
  world.clock.at += 3_600_000
  await advanceDueJob(world, key)
  expect((await job()).run.reason).toEqual(reason('app-uninstalled'))
})
