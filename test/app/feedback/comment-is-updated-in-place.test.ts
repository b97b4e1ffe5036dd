import { expect, test } from 'vitest'
import type { Origin } from '../../../src/app/domain/origin.ts'
import { showAgain } from '../../../src/app/feedback/shown.ts'
import { feedbackKeys } from '../../../src/app/job-store/job-commit.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { archiveJob, unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { followPullRequest } from '../../../src/app/jobs/follow-pull-request.ts'
import { sendMessage, updateBranch } from '../../../src/app/jobs/send-message.ts'
import { beginHold, releaseHold } from '../../../src/app/limits/hold.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { ANA, feedbackScene, KEY } from './feedback-scene.ts'

const A = 'a'.repeat(40)
const UP_TO_DATE = 'The branch is already up to date with `main`.'

type Scene = Awaited<ReturnType<typeof feedbackScene>>

const firstLines = ({ comments }: Scene): string[] =>
  comments.map(({ body }) => (body.split('\n')[0] ?? '').trimEnd())

test('one comment from the request to the pull request', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  expect(world.comments).toMatchObject([{ issue: 12 }])
  expect(firstLines(world)).toEqual(['⏳ Queued · 0 s'])
  await world.claim(job)
  world.pass(30)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Preparing · 30 s · $0 of $5'])
  await world.deliver(job, A)
  await world.show()
  expect(firstLines(world)).toEqual(['✅ #18 ready · 30 s · $0.20'])
  expect(await world.dueIn()).toEqual([])
  expect(world.comments).toHaveLength(1)
})

test('a job that is paused says so, and starts after the pause', async () => {
  const world = await feedbackScene()
  const scope = { kind: 'project', id: 'prj_ya' } as const
  await beginHold(world.store, scope, { by: 'ana', why: null }, world.now(), {})
  const job = await world.ask()
  await dispatchRun(world, job)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Paused by the operator of this server · 0 s'])
  await releaseHold(world.store, scope, world.now(), {})
  world.pass(120)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Waiting for its turn · 2 min'])
  await world.claim(job)
  world.pass(30)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Preparing · 30 s · $0 of $5'])
})

test.each([
  [
    'cancelled',
    reason('cancelled', 'ana'),
    '🛑 Cancelled by ana. Commits that were already pushed remain on the branch · $0',
  ],
  [
    'failed',
    reason('workflow-missing', 'x.yml'),
    '❌ No pull request: The workflow file x.yml is not on the default branch, or Actions are disabled for the repository · $0',
  ],
] as const)('the end of a job that was %s before its dispatch', async (type, why, line) => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  await world.advance(job, { type, reason: why })
  await world.show()
  expect(firstLines(world)).toEqual([line])
  expect(await world.dueIn()).toEqual([])
})

test('the end of its pull request, and an archived job, are shown', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  const key = { project: job.project, job: job.id }
  world.pullRequest.state = 'closed'
  await followPullRequest(world, key, { number: 18, change: 'closed' })
  await world.show()
  expect(firstLines(world)).toEqual(['🛑 #18 closed, not merged · 0 s · $0.20'])
  await archiveJob(world, key, A_TEST)
  await world.show()
  expect(world.comments[0]?.body).toContain('The job is archived.')
  await unarchiveJob(world, key, A_TEST)
  world.pullRequest.state = 'open'
  await followPullRequest(world, key, { number: 18, change: 'reopened' })
  await world.show()
  expect(firstLines(world)).toEqual(['✅ #18 ready · 0 s · $0.20'])
  expect(world.comments[0]?.body).not.toContain('archived')
  const calls = world.calls.length
  await followPullRequest(world, key, { number: 18, change: 'reopened' })
  await world.show()
  expect(world.calls).toHaveLength(calls)
  expect(world.comments).toHaveLength(1)
})

test('a job of which nothing is shown any more gets no comment when its pull request is closed', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  await world.store.commit({ del: [feedbackKeys.shown(job.id)] })
  world.pullRequest.state = 'closed'
  await followPullRequest(world, { project: job.project, job: job.id }, { number: 18, change: 'closed' })
  expect(await world.dueIn()).toEqual([])
})

test('progress is written every two minutes, and a new state after 30 seconds', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  for (let s = 0; s < 110; s += 10) {
    world.pass(10)
    await world.show()
  }
  expect(world.calls).toEqual(['createComment'])
  world.pass(10)
  await world.show()
  expect(world.calls).toEqual(['createComment', 'updateComment'])
  await world.claim(job)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Queued · 2 min'])
  world.pass(30)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Preparing · 30 s · $0 of $5'])
})

test.each(['lost', 'unavailable'] as const)(
  'a comment whose creation is %s is written once',
  async (fault) => {
    const world = await feedbackScene()
    await world.ask()
    world.faults.push(fault)
    await world.show()
    expect(await world.dueIn()).toEqual([25])
    world.pass(25)
    await world.show()
    expect(world.comments).toHaveLength(1)
    expect(world.calls.filter((call) => call === 'findOwnComment')).toHaveLength(1)
  },
)

test('a server that dies between the creation and its record leaves no second comment', async () => {
  const world = await feedbackScene()
  await world.ask()
  world.faults.push('killed')
  await expect(world.show()).rejects.toThrow('killed')
  // The lease of the server that died.
  expect(await world.dueIn()).toEqual([60])
  world.pass(60)
  await world.show()
  expect(world.comments).toHaveLength(1)
})

test('only one of two servers writes', async () => {
  const world = await feedbackScene()
  await world.ask()
  await world.show(2)
  expect(world.calls).toEqual(['createComment'])
})

test('a comment that somebody deleted, or that GitHub refuses, is not written again', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  world.faults.push({ kind: 'refused', detail: 'Unable to create comment because issue is locked.' })
  await world.show()
  await world.claim(job)
  world.pass(60)
  await world.show()
  await world.deliver(job, A)
  await world.show()
  expect(world.calls.filter((call) => call.endsWith('Comment'))).toEqual(['createComment'])
  expect(world.checks).toHaveLength(1)
})

test('a permission that was withdrawn is noted, and nothing more is sent', async () => {
  const world = await feedbackScene({ issues: 'write' })
  await world.ask()
  world.faults.push({ kind: 'not-granted', detail: 'Resource not accessible by integration' })
  await world.show()
  await world.ask()
  world.pass(60)
  await world.show()
  expect(world.calls).toEqual(['createComment'])
  expect(await world.dueIn()).toEqual([])
})

test('without permissions, or for a job of the API, there is no comment', async () => {
  const without = await feedbackScene({ contents: 'write' })
  await without.ask()
  await without.show()
  expect([without.calls, await without.dueIn()]).toEqual([[], []])
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  expect(await world.dueIn()).toEqual([])
  await world.claim(job)
  await world.advance(job, { type: 'failed', reason: reason('model-failed', 'x') })
  expect(await world.dueIn()).toEqual([])
})

test('one prompt over the API makes the comment of a public repository confidential', async () => {
  const world = await feedbackScene()
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, private: false }))
  const job = await world.ask(ANA, 'a public request')
  await world.show()
  expect(world.comments[0]?.body).toContain('a public request')
  await world.advance(job, { type: 'failed', reason: reason('model-failed', 'the model said SECRET') })
  await world.message(job.id, 'over the API')
  world.pass(30)
  await world.show()
  expect(world.comments[0]?.body).not.toContain('a public request')
})

test('a prompt over the API stays confidential after a time in which the repository was private', async () => {
  const world = await feedbackScene()
  const setPrivate = (isPrivate: boolean) =>
    changeProject(world.store, 'prj_ya', (project) => ({ ...project, private: isPrivate }))
  await setPrivate(false)
  const job = await world.ask(ANA, 'a public request')
  await world.message(job.id, 'over the API')
  await world.show()
  expect(world.comments[0]?.body).not.toContain('asked: ')
  for (const [isPrivate, shows] of [
    [true, true],
    [false, false],
  ] as const) {
    await setPrivate(isPrivate)
    world.pass(120)
    await world.show()
    expect(world.comments[0]?.body.includes('asked: ')).toBe(shows)
  }
})

test('comments of ended jobs are hidden when their repository becomes public', async () => {
  const world = await feedbackScene()
  const ended = async (prompt: string) => {
    const job = await world.ask(ANA, prompt)
    await world.advance(job, { type: 'failed', reason: reason('model-failed', 'x') })
    await world.show()
    return job
  }
  const mixed = await ended('asked by Ana')
  await world.message(mixed.id, 'over the API')
  await world.advance(mixed, { type: 'failed', reason: reason('model-failed', 'x') })
  await ended('only on GitHub')
  world.pass(60)
  await world.show()
  const bodies = () => world.comments.map(({ body }) => body.includes('asked: '))
  expect(bodies()).toEqual([true, true])
  expect(await world.dueIn()).toEqual([])
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, private: false }))
  await showAgain(world, 'prj_ya')
  world.pass(60)
  await world.show()
  expect(bodies()).toEqual([false, true])
  expect(await world.dueIn()).toEqual([])
})

test('a job of the API or of a manual start gets its comment where a person asks it on GitHub', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  expect(world.comments).toEqual([])

  const onPull = { ...ANA, issue: 18, source: 901 } as const
  const message = async (origin: Origin) =>
    sendMessage(world, { ...(await world.workRequest()), origin, job: job.id, prompt: 'Shorter' })
  await message(onPull)
  await world.show()
  expect(world.comments).toMatchObject([{ issue: 18 }])
  expect(firstLines(world)).toEqual(['⏳ Queued · 0 s'])
  await world.claim(job)
  expect(await world.dueIn()).not.toEqual([])
  await world.deliver(job, 'b'.repeat(40))
  await world.show()
  expect(firstLines(world)).toEqual(['✅ #18 updated · 0 s · $0.20'])

  await message(KEY)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Queued · 0 s'])
  expect(world.comments).toHaveLength(1)
})

test('an update of the branch without a runner says how it ended where a person asked for it', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await world.claim(job)
  await world.deliver(job, A)
  const onPull = { ...ANA, issue: 18, source: 901 } as const
  await updateBranch(world, { ...(await world.workRequest()), origin: onPull, job: job.id })
  const result = { outcome: 'no-change', headSha: A, acknowledged: 2, summary: UP_TO_DATE, usage: null }
  await world.store.commit({ set: [{ key: runKeys.result(job.id, 2), value: JSON.stringify(result) }] })
  await world.advance(job, {
    type: 'merged-on-github',
    last: 2,
    headSha: null,
    delivered: {
      branchExists: true,
      pullRequest: { number: 18, url: 'https://github.com/acme/docs/pull/18' },
      reason: { code: 'no-change', message: UP_TO_DATE },
    },
  })
  await world.show()
  expect(world.comments).toMatchObject([{ issue: 18, body: expect.stringContaining(UP_TO_DATE) }])
})
