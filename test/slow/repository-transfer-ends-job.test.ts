import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../sandbox/world/create-api-key.ts'
import type { ReasonCode } from '../../src/contract/reasons.ts'
import {
  type Access,
  call,
  createJob,
  lastRunOf,
  pollUntilFinal,
  readJob,
  sendMessage,
  until,
  WHILE_IN_DOUBT,
} from '../support/world/jobs.ts'
import { rest, workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const HOME = 'sandbox-org'
const NAME = 'pets'

let world: TestWorld
/** The same project, by a key of the account that the repository goes to. */
let umbrella: Access
beforeAll(async () => {
  world = await startTestWorld(undefined, { appEnvironment: { ALLOWED_ACCOUNTS: `${HOME},umbrella` } })
  for (const login of ['umbrella', 'stranger', 'nobody'])
    world.github.createAccount({ login, type: 'Organization' })
  for (const account of ['umbrella', 'stranger'])
    world.github.installApp({ appId: world.appId, account, repositories: 'all' })
  await world.github.settled()
  umbrella = { ...world, apiKey: await keyOf('umbrella') }
})
afterAll(() => world?.close())

const keyOf = (account: string): Promise<string> =>
  createApiKey({
    cli: join(import.meta.dirname, '../../src/app/keys/cli/cli.ts'),
    account,
    cwd: world.directory,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: world.databaseUrl },
    signal: AbortSignal.timeout(20_000),
  })

async function transfer(from: string, to: string, { told = true } = {}): Promise<void> {
  if (!told) world.github.routeWebhooks(() => [])
  world.github.transferRepository({ owner: from, name: NAME, to })
  world.github.routeWebhooks(null)
  await world.github.settled()
}

/** A job whose agent is at work. */
async function workingJob(access: Access, name: string): Promise<string> {
  const { id } = await createJob(access, `Wait 2 seconds\nCreate ${name}.md with "${name}"`)
  await until('the agent to work', async () => {
    const run = await lastRunOf(access, id)
    if (run.workflowRunUrl === null) return null
    return workflowRunOf(world, run).log.some((line) => /group\]Let the agent work/.test(line)) || null
  })
  return id
}

async function failsWith(access: Access, id: string, code: ReasonCode, words: string): Promise<void> {
  const { job, reason } = await pollUntilFinal(access, id, WHILE_IN_DOUBT)
  expect({ status: job.status, prLink: job.prLink, reason }).toEqual({
    status: 'failed',
    prLink: null,
    reason: code,
  })
  expect((await lastRunOf(access, id)).reason?.message).toContain(words)
}

async function completes(access: Access, id: string, owner: string): Promise<void> {
  const { job } = await pollUntilFinal(access, id)
  expect(job.status).toBe('completed')
  expect(job.prLink).toContain(`/${owner}/${NAME}/pull/`)
}

test('a running job ends; only a key of the new owner sees and continues it', async () => {
  const id = await workingJob(world, 'one')
  await transfer(HOME, 'umbrella')
  await failsWith(umbrella, id, 'repository-transferred', `it is umbrella/${NAME}`)
  expect((await call(world, `/job/${id}`)).status).toBe(404)
  await sendMessage(umbrella, id, 'Create one.md with "1"')
  await completes(umbrella, id, 'umbrella')
})

test('where no event tells of it, what the old owner asks for is done for nobody, and the project follows', async () => {
  const before = world.runner.runs().length
  await transfer('umbrella', HOME, { told: false })
  const { id } = await createJob(umbrella, 'Create two.md with "2"')
  await until('the project to follow', async () => (await call(world, `/job/${id}`)).ok || null)
  await failsWith(world, id, 'repository-transferred', `it is ${HOME}/${NAME}`)
  expect(world.runner.runs()).toHaveLength(before)
  expect((await call(umbrella, `/job/${id}`)).status).toBe(404)
  await sendMessage(world, id, 'Go on.')
  await completes(world, id, HOME)
})

test('to an account without the App: the OIDC token of the runner shows it, and new jobs are refused', async () => {
  const id = await workingJob(world, 'three')
  await transfer(HOME, 'nobody')
  await failsWith(world, id, 'repository-transferred', `it is nobody/${NAME}`)
  const refused = await call(world, '/job', { prompt: 'Create four.md with "4"' })
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('not installed')])
  await transfer('nobody', HOME)
  await sendMessage(world, id, 'Create three.md with "3"')
  await completes(world, id, HOME)
})

test('to an account without the App, and no event tells: a private one looks like a deleted one', async () => {
  await transfer(HOME, 'nobody', { told: false })
  const { id } = await createJob(world, 'Create five.md with "5"')
  await failsWith(world, id, 'repository-gone', 'if it was moved')
  await transfer('nobody', HOME)
})

test('to an account that this server does not serve', async () => {
  await transfer(HOME, 'stranger', { told: false })
  const { id } = await createJob(world, 'Create six.md with "6"')
  await failsWith(
    world,
    id,
    'repository-transferred',
    `it is stranger/${NAME}, and this server does not serve`,
  )
  await transfer('stranger', HOME)
  expect((await readJob(world, id)).status).toBe('failed')
})

test('a run that the new owner starts by hand is served, though no event told of the transfer', async () => {
  await transfer(HOME, 'umbrella', { told: false })
  const there = { ...world, repository: `umbrella/${NAME}` }
  const body = { ref: 'main', inputs: { prompt: 'Create nine.md with "9"' }, return_run_details: true }
  const path = '/actions/workflows/prentice.yml/dispatches'
  const { workflow_run_id: runId } = await rest<{ workflow_run_id: number }>(there, path, {
    method: 'POST',
    body,
  })
  const report = await until('the run to complete', () => {
    const found = world.runner.runs().find(({ id }) => id === runId)
    return found?.state === 'completed' ? found : null
  })
  await completes(umbrella, report.outputs['job-id'] ?? '', 'umbrella')
  await transfer('umbrella', HOME)
})

test('renamed while the agent works, and no event tells: the runner is told with its push token', async () => {
  const id = await workingJob(world, 'seven')
  world.github.routeWebhooks(() => [])
  world.github.renameRepository({ owner: HOME, name: NAME, to: 'animals' })
  expect((await pollUntilFinal(world, id)).job).toMatchObject({
    status: 'completed',
    prLink: expect.stringContaining('/animals/pull/'),
  })
  world.github.routeWebhooks(null)
})
