import { expect, test } from 'vitest'
import { RUN_SECRET_HEADER, runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { oidcWorld } from '../auth/oidc-issuer.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const FILE = '.github/workflows/prentice.yml'

/** A server that knows the reusable workflow at SHA, and a runner whose job stands in it at `sha`. */
async function calledWorkflow() {
  const { verify, mint } = await oidcWorld()
  const github = dispatchingGithub([], {
    mintPushToken: async () => ({ token: 'ghs_write', owner: 'acme', name: 'docs' }),
  })
  const reusableWorkflows = [{ repository: 'acme/.github', file: FILE, sha: SHA }]
  const app = await startAppServer({ github, verifyRunner: verify, reusableWorkflows })
  return async (path: string, body: object, sha = SHA) => {
    const key = await mint({
      repository: 'acme/docs',
      repository_id: '1234',
      repository_owner_id: '77',
      workflow_ref: `acme/docs/${FILE}@refs/heads/main`,
      job_workflow_ref: `acme/.github/${FILE}@${SHA}`,
      job_workflow_sha: sha,
    })
    return app.call('POST', path, { key, body, headers: { [RUN_SECRET_HEADER]: 's'.repeat(43) } })
  }
}

const byHand = { protocol: 1, prompt: 'By hand' }
const planned = { acknowledged: 1, plan: { files: 0, additions: 0, deletions: 0 } }

test('a reusable workflow at the configured commit registers, claims and publishes', async () => {
  const ask = await calledWorkflow()
  const registered = await ask(runnerPaths.register(), byHand)
  expect(registered.status).toBe(200)
  const run = String(registered.json.run)
  expect(await ask(runnerPaths.claim(), { run, protocol: 1 })).toMatchObject({ status: 200, json: { run } })
  expect(await ask(runnerPaths.pushToken(run), planned)).toMatchObject({
    status: 200,
    json: { token: 'ghs_write' },
  })
})

test('a reusable workflow at another commit is refused', async () => {
  const ask = await calledWorkflow()
  const other = 'f'.repeat(40)
  const refused = { status: 403, json: { error: expect.stringContaining(`is at commit ${other}`) } }
  expect(await ask(runnerPaths.register(), byHand, other)).toMatchObject(refused)
  const run = String((await ask(runnerPaths.register(), byHand)).json.run)
  expect(await ask(runnerPaths.claim(), { run, protocol: 1 }, other)).toMatchObject(refused)
  await ask(runnerPaths.claim(), { run, protocol: 1 })
  expect(await ask(runnerPaths.pushToken(run), planned, other)).toMatchObject(refused)
})
