import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_SECRET_HEADER, runnerPaths } from '../../src/contract/runner-protocol/protocol.ts'
import { createJob } from '../support/world/jobs.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'
import { putRunnerOnCall, type RunnerOnCall } from './manual-runner.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const FILE = '.github/workflows/prentice.yml'

let world: TestWorld
let runner: RunnerOnCall
beforeAll(async () => {
  const appEnvironment = { REUSABLE_WORKFLOWS: `sandbox-org/.github/${FILE}@${SHA}` }
  world = await startTestWorld(undefined, { appEnvironment })
  runner = await putRunnerOnCall(world)
})
afterAll(async () => {
  await runner?.close()
  await world?.close()
})

/** The claims of a token that the job of the run gets. */
async function ownClaims(idToken: { requestUrl: string; requestToken: string }) {
  const response = await fetch(`${idToken.requestUrl}&audience=x`, {
    headers: { authorization: `Bearer ${idToken.requestToken}` },
  })
  const { value } = (await response.json()) as { value: string }
  const payload: object = JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString())
  const given = Object.entries(payload).filter(
    ([name, claim]) => typeof claim === 'string' && !['jti', 'iss', 'aud'].includes(name),
  )
  return Object.fromEntries(given) as Record<string, string>
}

test('a dispatched run is claimed by a job of the file that REUSABLE_WORKFLOWS names, at its commit only', async () => {
  await createJob(world, 'Replace "dog" with "cat" in README.md')
  const { idToken, inputs } = await runner.nextRun()
  if (idToken === null) throw new Error('the job gets no tokens')
  const own = await ownClaims(idToken)
  const claim = async (job_workflow_sha: string) => {
    const called = { job_workflow_ref: `sandbox-org/.github/${FILE}@${SHA}`, job_workflow_sha }
    const token = await world.github.mintIdToken({ ...own, ...called }, world.baseUrl)
    return fetch(`${world.baseUrl}${runnerPaths.claim()}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [RUN_SECRET_HEADER]: Buffer.alloc(32, 1).toString('base64url'),
      },
      body: JSON.stringify({ run: inputs.run, protocol: 1 }),
    })
  }
  const moved = await claim('f'.repeat(40))
  expect([moved.status, await moved.json()]).toEqual([
    403,
    { error: expect.stringContaining(`the named commit is ${SHA}`) },
  ])
  const named = await claim(SHA)
  expect([named.status, await named.json()]).toEqual([200, expect.objectContaining({ run: inputs.run })])
})
