import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueuedRun } from '../../../sandbox/github/github.ts'
import { RUN_SECRET_HEADER, runnerPaths } from '../../../src/contract/runner-protocol/protocol.ts'
import { createJob, pollUntilFinal, readJob, runsOf, untilRunIs } from '../../support/world/jobs.ts'
import { pullsOf } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { putRunnerOnCall, type RunnerOnCall } from '../manual-runner.ts'

type Claims = Readonly<Record<string, string>>

let world: TestWorld
let runner: RunnerOnCall
/** Of a run that no runner takes. */
let run: QueuedRun
let genuine: Claims
beforeAll(async () => {
  world = await startTestWorld()
  runner = await putRunnerOnCall(world)
  run = (await dispatched('Create never.md with "1"')).run
  genuine = claimsOf(await ownToken(run))
})
afterAll(async () => {
  await runner?.close()
  await world?.close()
})

async function dispatched(prompt: string): Promise<{ job: string; run: QueuedRun }> {
  const { id } = await createJob(world, prompt)
  return { job: id, run: await runner.nextRun() }
}

/** What any step of the workflow run gets when it asks. */
async function ownToken({ idToken }: QueuedRun, audience = world.baseUrl): Promise<string> {
  const { requestUrl = '', requestToken = '' } = idToken ?? {}
  const response = await fetch(`${requestUrl}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${requestToken}` },
  })
  return ((await response.json()) as { value: string }).value
}

/** Those that GitHub puts in beside `jti` and the times. */
function claimsOf(token: string): Claims {
  const payload: object = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const given = Object.entries(payload).filter(
    ([name, value]) => typeof value === 'string' && !['jti', 'iss', 'aud'].includes(name),
  )
  return Object.fromEntries(given)
}

const forged = (change: Claims): Promise<string> =>
  world.github.mintIdToken({ ...genuine, ...change }, world.baseUrl)

let secrets = 0
const newSecret = (): string => Buffer.alloc(32, ++secrets).toString('base64url')

async function ask(
  path: string,
  {
    token,
    secret = newSecret(),
    body,
    method = 'POST',
  }: {
    token?: string
    secret?: string | null
    body: object
    method?: string
  },
): Promise<{ status: number; error: string }> {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(secret && { [RUN_SECRET_HEADER]: secret }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { error?: string }
  return { status: response.status, error: answer.error ?? '' }
}

const claim = (token: string, of = run) =>
  ask(runnerPaths.claim(), { token, body: { run: of.inputs.run, protocol: 1 } })

const elsewhere = (ref: string): Claims => ({ workflow_ref: ref, job_workflow_ref: ref })
const PATH = '.github/workflows/prentice.yml'

test.each<[string, (repository: string) => Claims, RegExp]>([
  ['another repository', () => ({ repository_id: '4711' }), /it runs in repository 4711, not in \d+/],
  // All else right, it would be a transferred repository, which ends the run.
  [
    'another owner',
    () => ({ repository_owner_id: '4711', actor_id: '4711' }),
    /belongs to account 4711, not to \d+/,
  ],
  [
    'another workflow file of the repository',
    (repository) => elsewhere(`${repository}/.github/workflows/evil.yml@refs/heads/main`),
    /its workflow is \.github\/workflows\/evil\.yml@refs\/heads\/main, not \.github\/workflows\/prentice\.yml/,
  ],
  [
    'another branch',
    (repository) => ({ ref: 'refs/heads/evil', ...elsewhere(`${repository}/${PATH}@refs/heads/evil`) }),
    /it runs on refs\/heads\/evil, not on refs\/heads\/main/,
  ],
  [
    'a tag of the name of the branch',
    (repository) => ({ ref: 'refs/tags/main', ...elsewhere(`${repository}/${PATH}@refs/tags/main`) }),
    /it runs on refs\/tags\/main/,
  ],
  [
    'a reusable workflow',
    () => ({ job_workflow_ref: 'evil/tools/.github/workflows/shared.yml@refs/heads/main' }),
    /its job stands in the reusable workflow evil\/tools/,
  ],
  ['a re-run', () => ({ run_attempt: '2' }), /it is attempt 2; only the first may claim/],
  ['another workflow run', () => ({ run_id: '4711' }), /it is workflow run 4711, not \d+/],
  ['another starter', () => ({ actor_id: '583231' }), /it was started by account 583231, not by \d+/],
  ...['pull_request', 'pull_request_target', 'issue_comment', 'push'].map(
    (event): [string, () => Claims, RegExp] => [
      `the event ${event}`,
      () => ({ event_name: event }),
      new RegExp(`it was started by the event ${event}$`),
    ],
  ),
])('%s is refused', async (_, change, why) => {
  const { status, error } = await claim(await forged(change(world.repository)))
  expect(error).toMatch(why)
  expect(status).toBe(403)
})

test('a token for another audience, of another key, or used before is refused', async () => {
  const other = await claim(await ownToken(run, 'https://elsewhere.example.com'))
  expect(other).toEqual({
    status: 401,
    error: expect.stringMatching(/^the OIDC token is not valid: .*"aud"/),
  })

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const selfMade = await new SignJWT({ ...genuine, jti: 'self-made' })
    .setProtectedHeader({ alg: 'RS256', kid: 'sandbox-signing-key' })
    .setIssuer(world.github.oidcIssuer)
    .setAudience(world.baseUrl)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
  const unsigned = await claim(selfMade)
  expect(unsigned).toEqual({ status: 401, error: expect.stringMatching(/signature verification failed/) })

  const token = await forged({ run_attempt: '2' })
  expect((await claim(token)).status).toBe(403)
  expect(await claim(token)).toEqual({ status: 401, error: expect.stringMatching(/used before; mint a new/) })
})

test('after a refusal the rightful runner works, and another step of its job disturbs nothing', async () => {
  const { job, run: own } = await dispatched('Wait 1 second\nReplace "dog" with "cat" in README.md')
  const again = await forged({ ...claimsOf(await ownToken(own)), run_attempt: '2' })
  expect((await claim(again, own)).status).toBe(403)
  expect(await runsOf(world, job)).toMatchObject([{ number: 1, state: 'dispatched' }])
  const { arrived, release } = holdWait(world)
  runner.begin(own)
  await arrived
  await untilRunIs(world, job, 'running')
  const before = await readJob(world, job)

  const taken = await claim(await ownToken(own), own)
  expect(taken).toEqual({ status: 409, error: 'another runner has claimed the run' })
  const id = own.inputs.run ?? ''
  const plan = { acknowledged: 1, plan: { files: 0, additions: 0, deletions: 0 } }
  const pushToken = (secret: string | null) =>
    ownToken(own).then((token) => ask(runnerPaths.pushToken(id), { token, secret, body: plan }))
  expect(await pushToken(null)).toEqual({ status: 401, error: expect.stringMatching(/^send the run secret/) })
  const notTheSecret = { status: 403, error: expect.stringMatching(/^this is not the secret of the runner/) }
  expect(await pushToken(newSecret())).toEqual(notTheSecret)
  expect(await ask(runnerPaths.events(id), { body: { events: [], acknowledged: 9 } })).toEqual(notTheSecret)
  const result = { outcome: 'cancelled', acknowledged: 9, summary: null, usage: null }
  expect(await ask(runnerPaths.result(id), { body: result })).toEqual(notTheSecret)
  expect(await ask(runnerPaths.patch(id), { body: {}, method: 'PUT' })).toEqual(notTheSecret)

  expect(await readJob(world, job)).toEqual(before)
  release()
  expect((await pollUntilFinal(world, job)).job).toMatchObject({ status: 'completed' })
  expect(await pullsOf(world)).toHaveLength(1)
  expect(await runsOf(world, job)).toMatchObject([{ number: 1, state: 'succeeded' }])
})
