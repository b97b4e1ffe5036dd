import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import type { CollaboratorPermission } from '../../../../src/app/github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { feedbackKeys } from '../../../../src/app/job-store/job-commit.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'

const ANA = { id: 5, login: 'ana', type: 'User' }
const WRITE: CollaboratorPermission = { userId: 5, permission: 'write', roleName: 'write' }

/** A server with an open job, and what a click on its check run does. */
async function scene(permission: CollaboratorPermission | Error | null = WRITE) {
  const asked: string[] = []
  const permissionOf: Github['permissionOf'] = async (_, login) => {
    asked.push(login)
    if (permission instanceof Error) throw permission
    return permission
  }
  const answers: string[] = []
  const createComment: Github['createComment'] = async (_, issue, text) => {
    answers.push(`#${issue}: ${text}`)
    return { kind: 'written', id: 1 }
  }
  const app = await startAppServer({ github: dispatchingGithub([], { permissionOf, createComment }) })
  const created = await app.call('POST', '/v2/agent/prj_ya/job', { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  const job = path.split('/').at(-1) ?? ''
  async function click(button: 'stop' | 'retry' | 're-run', over: object = {}, run = 1): Promise<void> {
    const isOwn = button !== 're-run'
    const answer = await app.webhook('check_run', {
      action: isOwn ? 'requested_action' : 'rerequested',
      ...(isOwn && { requested_action: { identifier: button } }),
      check_run: { id: 9, external_id: runId({ project: 'prj_ya', job, run }) },
      repository: { id: 1234, name: 'docs', owner: { id: 77, login: 'acme' } },
      installation: { id: 1 },
      sender: ANA,
      ...over,
    })
    expect(answer.status).toBe(200)
  }
  /** "Re-run all checks" on a commit of pull request #18. `shown`: the check runs of the job. */
  async function reRunAll(sha: string, shown: readonly object[], over: object = {}): Promise<void> {
    const key = { project: 'prj_ya', job }
    const part = { id: 9, digest: '', isGone: false, isCompleted: true }
    const record = {
      ...{ next: null, at: 1, essence: { run: 1, state: '' }, comment: null, begun: [], through: 1 },
      ...{ pullRequest: 18, prompts: 1, hasApiPrompt: true },
      checkRuns: shown.map((checkRun) => ({ ...part, ...checkRun })),
    }
    await app.store.commit({
      set: [
        { key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) },
        { key: feedbackKeys.shown(job), value: JSON.stringify(record) },
      ],
    })
    const answer = await app.webhook('check_suite', {
      ...{
        action: 'rerequested',
        check_suite: { head_sha: sha, pull_requests: [{ number: 18 }, { number: 19 }] },
      },
      repository: { id: 1234, name: 'docs', owner: { id: 77, login: 'acme' } },
      ...{ installation: { id: 1 }, sender: ANA, ...over },
    })
    expect(answer.status).toBe(200)
  }
  const runs = async () => {
    const { json } = await app.call('GET', `${path}/runs`)
    return (json.runs as { number: number; state: string }[]).map(({ number, state }) => `${number} ${state}`)
  }
  return { app, asked, answers, click, reRunAll, runs, key: { project: 'prj_ya', job } }
}

test('stop cancels, and retry and re-run repeat the run, once', async () => {
  const { click, runs } = await scene()
  await click('retry')
  expect(await runs()).toEqual(['1 queued'])
  await click('stop')
  await click('stop')
  expect(await runs()).toEqual(['1 cancelled'])
  await click('retry')
  await click('retry')
  await click('stop', {}, 1)
  expect(await runs()).toEqual(['1 cancelled', '2 queued'])
  await click('stop', {}, 2)
  await click('re-run', {}, 2)
  expect(await runs()).toEqual(['1 cancelled', '2 cancelled', '3 queued'])
})

test('"Re-run all checks" repeats the run whose check run is on the commit', async () => {
  const { click, reRunAll, runs, asked } = await scene()
  const earlier = { sha: 'a'.repeat(40), run: 1 }
  const newest = { sha: 'b'.repeat(40), run: 1 }
  await click('stop')
  await reRunAll(earlier.sha, [earlier, newest])
  await reRunAll(newest.sha, [earlier, newest], { sender: { ...ANA, type: 'Bot' } })
  expect([await runs(), asked]).toEqual([['1 cancelled'], ['ana']])
  await reRunAll(newest.sha, [earlier, newest])
  await reRunAll(newest.sha, [earlier, newest])
  expect(await runs()).toEqual(['1 cancelled', '2 queued'])
})

test('a re-run of a run that succeeded is answered on its pull request', async () => {
  const { app, click, runs, key, answers } = await scene()
  await updateJob(app.parts, key, (job) => {
    const pullRequest = { number: 18, url: 'https://github.com/acme/docs/pull/18', state: 'open' } as const
    const run = { ...job.run, state: 'succeeded', dueAt: null, endedAt: app.clock.at } as const
    const ended = { ...job, taken: 1, pullRequest, run: { ...run, last: 1 } }
    return { transition: { kind: 'applied', job: ended, ended: ended.run }, outcome: null }
  })
  await click('re-run')
  expect([await runs(), answers]).toEqual([
    ['1 succeeded'],
    [expect.stringMatching(/^#18: @ana The last run succeeded, so there is nothing to repeat\./)],
  ])
})

test('"Re-run all checks" of a stranger does nothing', async () => {
  const { click, reRunAll, runs } = await scene({ ...WRITE, permission: 'read', roleName: 'read' })
  await click('stop')
  await reRunAll('a'.repeat(40), [{ sha: 'a'.repeat(40), run: 1 }])
  expect(await runs()).toEqual(['1 queued'])
})

test.each<[string, CollaboratorPermission | null]>([
  ['has no account any more', null],
  ['may only read', { ...WRITE, permission: 'read', roleName: 'triage' }],
  ['may do nothing', { ...WRITE, permission: 'none', roleName: '' }],
  ['has the login of somebody who may write', { ...WRITE, userId: 6 }],
])('a person who %s changes nothing', async (_, permission) => {
  const { click, runs, asked } = await scene(permission)
  await click('stop')
  expect([await runs(), asked]).toEqual([['1 queued'], ['ana']])
})

test.each([
  new GithubUnavailable('GitHub responded with 502', Date.now() + 15_000),
  new GithubRefused(reason('repository-gone')),
])('a click about which GitHub cannot be asked does nothing, and is logged: %s', async (error) => {
  const { app, click, runs } = await scene(error)
  await click('stop')
  expect(await runs()).toEqual(['1 queued'])
  expect(app.logged.filter((line) => line.includes('click'))).toHaveLength(1)
  expect(app.logged.join('')).not.toContain('"level":50')
})

test('many clicks of a stranger cost one request', async () => {
  const { click, runs, asked } = await scene({ ...WRITE, permission: 'read', roleName: 'read' })
  for (let i = 0; i < 30; i++) await click('stop')
  expect([await runs(), asked]).toEqual([['1 queued'], ['ana']])
})

test.each<[string, object]>([
  ['a bot', { sender: { ...ANA, type: 'Bot' } }],
  ['another repository', { repository: { id: 99, name: 'x', owner: { id: 77, login: 'acme' } } }],
  ['another button', { requested_action: { identifier: 'merge' } }],
  ['no button', { requested_action: null }],
  ['a check run without a run', { check_run: { id: 9, external_id: '' } }],
  ['a check run of a job that does not exist', { check_run: { id: 9, external_id: 'run_ya_01nothing_1' } }],
])('a click of %s is ignored without a request', async (_, over) => {
  const { click, runs, asked } = await scene()
  await click('stop', over)
  expect([await runs(), asked]).toEqual([['1 queued'], []])
})
