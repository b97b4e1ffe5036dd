import { expect, test } from 'vitest'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { runnersAtTheDoor } from './runner-requests.ts'

const other = (ref: string) => ({ workflow_ref: ref, job_workflow_ref: ref })

function countedGithub() {
  let calls = 0
  const github = new Proxy(dispatchingGithub(), {
    get(target, name, receiver) {
      calls += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { github, calls: () => calls }
}

test.each([
  ['another workflow file', other('acme/docs/.github/workflows/ci.yml@refs/heads/main')],
  ['another event', { event_name: 'pull_request_target' }],
  ['a second attempt', { run_attempt: '2' }],
  [
    'a reusable workflow that nobody named',
    { job_workflow_ref: 'evil/x/.github/workflows/prentice.yml@refs/heads/main' },
  ],
])('%s registers no job and costs no call of GitHub', async (_, claims) => {
  const { github, calls } = countedGithub()
  const { app, register } = await runnersAtTheDoor({ github, claims })
  const before = calls()
  const refused = await register(500)
  expect(refused.status).toBe(403)
  expect(refused.json.error).toContain('this workflow run may not start a job')
  expect(calls()).toBe(before)
  const list = await app.call('GET', `/v2/agent/${app.project}/jobs`)
  expect(list.json.jobs).toEqual([])
})

test.each([
  [
    'a ref that is no branch name',
    { ref: 'a..b' },
    '`ref` "a..b" is not a valid branch name: it contains `..`',
  ],
  ['an invisible prompt', { prompt: '\u200b' }, '`prompt` must not consist of invisible characters only'],
])('%s registers no job and costs no call of GitHub', async (_, body, error) => {
  const { github, calls } = countedGithub()
  const { register } = await runnersAtTheDoor({ github })
  const before = calls()
  const refused = await register(500, body)
  expect([refused.status, refused.json, calls() - before]).toEqual([400, { error }, 0])
})
