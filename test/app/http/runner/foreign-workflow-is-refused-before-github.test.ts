import { expect, test } from 'vitest'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { runnersAtTheDoor } from './runner-requests.ts'

const other = (ref: string) => ({ workflow_ref: ref, job_workflow_ref: ref })

test.each([
  ['another workflow file', other('acme/docs/.github/workflows/ci.yml@refs/heads/main')],
  ['another event', { event_name: 'pull_request_target' }],
  ['a second attempt', { run_attempt: '2' }],
  [
    'a reusable workflow that nobody named',
    { job_workflow_ref: 'evil/x/.github/workflows/prentice.yml@refs/heads/main' },
  ],
])('%s registers no job and costs no call of GitHub', async (_, claims) => {
  let calls = 0
  const github = new Proxy(dispatchingGithub(), {
    get(target, name, receiver) {
      calls += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const { app, register } = await runnersAtTheDoor({ github, claims })
  calls = 0
  const refused = await register(500)
  expect(refused.status).toBe(403)
  expect(refused.json.error).toContain('this workflow run may not start a job')
  expect(calls).toBe(0)
  const list = await app.call('GET', `/v2/agent/${app.project}/jobs`)
  expect(list.json.jobs).toEqual([])
})
