import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { advanceJob, updateJob } from '../../../src/app/job-store/update-job.ts'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { sendMessage } from '../../../src/app/jobs/send-message.ts'
import { beginHold, releaseHold } from '../../../src/app/limits/hold.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import type { LabelRequest, ReviewRequest } from '../../../src/app/triggers/trigger-request.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { showPullRequest } from '../../support/app/show-pull-request.ts'
import { ANA, AT, comment, MALLORY, triggerWorld, WRITTEN } from './trigger-world.ts'

const EYES = { reaction: { kind: 'comment', id: 900 } }

test('a comment on an issue starts a job that knows the issue and who asked', async () => {
  const world = await triggerWorld()
  await world.receive(comment('/prentice fix it'))
  await world.work()
  expect(await world.asked()).toMatchObject([
    {
      job: {
        origin: { kind: 'github', via: 'comment', ...ANA, issue: 12, source: 900 },
        title: 'fix it',
      },
      messages: [{ text: 'fix it', issue: { title: 'Typo in README', body: 'It says teh.', author: 'ana' } }],
    },
  ])
  expect(world.told).toEqual([{ permission: 'ana' }, EYES])
  expect(await world.due()).toEqual([])
})

test('a mention without words resolves the issue', async () => {
  const world = await triggerWorld()
  await world.receive(comment('@prentice-acme'))
  await world.work()
  expect(await world.asked()).toMatchObject([{ messages: [{ text: 'Resolve issue #12.' }] }])
})

test('a comment that arrives again, immediately or after weeks, is one job', async () => {
  const world = await triggerWorld()
  await world.receive(comment('/prentice fix it'))
  await world.receive(comment('/prentice fix it'))
  await world.work()
  for (const days of [0, 1, 8, 400]) {
    world.clock.at = AT + days * 86_400_000
    await world.receive(comment('/prentice fix it', { at: world.clock.at }))
    await world.work()
  }
  expect((await world.asked()).map(({ messages }) => messages.length)).toEqual([1])
})

test('a server that dies between the job and the reaction makes one job, and reacts', async () => {
  let dies = true
  const world = await triggerWorld({
    github: {
      async react(_, reaction) {
        if (dies) throw new Error('killed')
        world.told.push({ reaction })
        return WRITTEN
      },
    },
  })
  await world.receive(comment('/prentice fix it'))
  await expect(world.work()).rejects.toThrow('killed')
  dies = false
  await world.work()
  expect(await world.asked()).toHaveLength(1)
  expect(world.told.filter((one) => 'reaction' in one)).toEqual([EYES])
})

test('a second comment on the issue continues its job, unless that is archived', async () => {
  const world = await triggerWorld()
  await world.receive(comment('/prentice fix it'))
  await world.receive(comment('/prentice and the title', { comment: 901 }))
  await world.work()
  const [first] = await world.asked()
  expect(first?.messages.map((message) => message?.text)).toEqual(['fix it', 'and the title'])

  await archiveJob(world, { project: 'prj_ya', job: first?.job.id ?? '' }, A_TEST)
  world.clock.at += 1000
  await world.receive(comment('/prentice once more', { comment: 902 }))
  await world.work()
  expect((await world.asked()).map(({ messages }) => messages.length)).toEqual([2, 1])
})

/** The world with a job whose pull request is #18. */
async function worldWithPullRequest(settings = '') {
  const world = await triggerWorld({ settings })
  const { id } = await world.newJob('from the API')
  const key = { project: 'prj_ya', job: id }
  await world.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) }] })
  return { ...world, key }
}

const onPull = (text: string, id = 900, number = 18) =>
  comment(text, {
    comment: id,
    isPullRequest: true,
    issue: { number, title: 'A pull request', body: '', author: null },
  })

test('a comment on a pull request of the App is a message to its job', async () => {
  const world = await worldWithPullRequest()
  await world.receive(onPull('/prentice use tabs'))
  await world.work()
  expect((await world.asked())[0]?.messages.at(-1)).toMatchObject({
    text: 'use tabs',
    origin: { via: 'comment', issue: 18, source: 900 },
  })
  expect(world.told).toEqual([{ permission: 'ana' }, EYES])
})

test("a comment on somebody else's pull request is told why not, once", async () => {
  const world = await triggerWorld()
  await world.receive(onPull('/prentice fix it'))
  await world.work()
  await world.receive(onPull('/prentice fix it'))
  await world.work()
  expect(await world.asked()).toEqual([])
  expect(world.told.slice(1)).toEqual([
    { issue: 18, comment: expect.stringContaining('only pull requests that it opened itself') },
  ])
})

test('a comment waits up to five minutes for the run to report its pull request', async () => {
  const world = await triggerWorld()
  const request = { ...onPull('/prentice use tabs'), openedBy: 41 }
  await world.receive(request)
  await world.work()
  expect(world.told).toEqual([])
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  await world.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) }] })
  world.clock.at += 5000
  await world.work()
  expect(world.told).toEqual([{ permission: 'ana' }, EYES])

  const forgotten = await triggerWorld()
  await forgotten.receive(request)
  for (let seconds = 0; seconds <= 300; seconds += 5) {
    await forgotten.work()
    forgotten.clock.at += 5000
  }
  expect(forgotten.told).toEqual([
    { permission: 'ana' },
    { issue: 18, comment: expect.stringContaining('only pull requests that it opened itself') },
  ])
})

test('stop, status, retry and help', async () => {
  const world = await worldWithPullRequest()
  const say = async (text: string, id: number) => {
    world.told.length = 0
    await world.receive(onPull(text, id))
    await world.work()
    return world.told.slice(1)
  }
  const reply = (text: string) => [{ issue: 18, comment: expect.stringContaining(text) }]
  expect(await say('/prentice help', 1)).toEqual(reply('| `/prentice stop` |'))
  expect(await say('/prentice status', 2)).toEqual(reply('Run 1 waits to be started.'))
  const paused = { kind: 'project', id: 'prj_ya' } as const
  await beginHold(world.store, paused, { by: 'bo', why: null }, world.clock.at, {})
  expect(await say('/prentice status', 7)).toEqual(reply('the operator of this server has paused new runs'))
  await releaseHold(world.store, paused, world.clock.at, {})
  expect(await say('/prentice retry', 3)).toEqual(reply('still running'))
  expect(await say('/prentice stop', 4)).toEqual([{ reaction: { kind: 'comment', id: 4 } }])
  expect((await world.job(world.key.job)).run).toMatchObject({
    state: 'cancelled',
    reason: { message: expect.stringMatching(/^Cancelled by @ana\./) },
  })
  expect(await say('/prentice stop', 5)).toEqual(reply('Nothing is running'))
  expect(await say('/prentice retry', 6)).toEqual([{ reaction: { kind: 'comment', id: 6 } }])
})

test('a server that is killed after a stop reacts to it, and does not say that nothing is running', async () => {
  const world = await worldWithPullRequest()
  await world.receive(onPull('/prentice stop'))
  world.clock.at += 1
  await cancelJob(world, world.key, A_TEST)
  await world.work()
  expect(world.told.slice(1)).toEqual([EYES])
})

test('a server that is killed after a stop ends no run that was asked for over HTTP since', async () => {
  const world = await worldWithPullRequest()
  await world.receive(onPull('/prentice stop'))
  world.clock.at += 1
  await cancelJob(world, world.key, A_TEST)
  world.clock.at += 1000
  await sendMessage(world, { ...(await world.workRequest()), job: world.key.job, prompt: 'continue' })
  await world.work()
  expect((await world.job(world.key.job)).run).toMatchObject({ number: 2, state: 'queued' })
  expect(world.told.slice(1)).toEqual([EYES])
})

test('a stop ends a run that an earlier comment asked for, even if the run was created later', async () => {
  const world = await triggerWorld()
  await world.receive(comment('/prentice fix it', { comment: 1 }))
  await world.receive(comment('/prentice stop', { comment: 2 }))
  world.clock.at += 1000
  await world.work()
  expect((await world.asked()).map(({ job }) => job.run.state)).toEqual(['cancelled'])
})

test('a word that resembles a command is answered with a question, and costs nothing', async () => {
  const world = await triggerWorld({ rateLimit: 1 })
  for (const [id, text] of ['/prentice stpo', '/prentice retyr'].entries())
    await world.receive(comment(text, { comment: id }))
  await world.work()
  expect(world.told).toContainEqual({
    issue: 12,
    comment: expect.stringContaining('Did you mean `/prentice stop`?'),
  })
  expect(world.told).toContainEqual({
    issue: 12,
    comment: expect.stringContaining('Did you mean `/prentice retry`?'),
  })
  expect(await world.asked()).toEqual([])
  await world.receive(comment('/prentice stop using tabs', { comment: 9 }))
  await world.work()
  expect(await world.asked()).toHaveLength(1)
})

test('the status of a confidential job has no text of the model, and that of any other is inert', async () => {
  for (const [isPrivate, told] of [
    [false, 'Run 1 failed. Reason: `no-change`.'],
    [true, 'Run 1 failed. The agent finished without changing a file: ask @\u200bboss.'],
  ] as const) {
    const world = await worldWithPullRequest()
    await changeProject(world.store, 'prj_ya', (project) => ({ ...project, private: isPrivate }))
    const why = reason('no-change', 'ask @boss.')
    await advanceJob(world, { ...world.key, run: 1 }, { type: 'failed', reason: why })
    await world.receive(onPull('/prentice status'))
    await world.work()
    expect(world.told.at(-1)).toMatchObject({ comment: expect.stringContaining(told) })
    expect(JSON.stringify(world.told).includes('boss')).toBe(isPrivate)
  }
})

test('the status of a failed run says which comment repeats it, not which call of the API', async () => {
  const world = await worldWithPullRequest()
  await advanceJob(world, { ...world.key, run: 1 }, { type: 'failed', reason: reason('workflow-missing') })
  await world.receive(onPull('/prentice status'))
  await world.work()
  expect(world.told.at(-1)).toMatchObject({ comment: expect.stringContaining('comment `/prentice retry`') })
  expect(JSON.stringify(world.told)).not.toContain('POST')
})

test('an archived job takes no more work, and the answer says so', async () => {
  const world = await worldWithPullRequest()
  await archiveJob(world, world.key, A_TEST)
  for (const [id, text] of ['/prentice use tabs', '/prentice retry'].entries())
    await world.receive(onPull(text, id))
  await world.work()
  const archived = { issue: 18, comment: expect.stringContaining('The job is archived') }
  expect(world.told.filter((one) => 'comment' in one)).toEqual([archived, archived])
  expect((await world.asked())[0]?.messages).toHaveLength(1)
})

test('a failed run is repeated by retry', async () => {
  const world = await worldWithPullRequest()
  await advanceJob(world, { ...world.key, run: 1 }, { type: 'failed', reason: reason('workflow-missing') })
  await world.receive(onPull('/prentice retry'))
  await world.work()
  expect((await world.job(world.key.job)).run).toMatchObject({ number: 2, retryOf: 1, state: 'queued' })
  expect(world.told.slice(1)).toEqual([EYES])
})

test('a refused model that the settings have replaced since is not asked again: a new job starts', async () => {
  const world = await triggerWorld({ settings: 'model: anthropic/typo' })
  const ask = async (text: string, id: number) => {
    await world.receive(comment(text, { comment: id }))
    await world.work()
    return (await world.asked()).map(({ job }) => job)
  }
  const refuse = async (run: number) => {
    const [job] = (await world.asked()).map((one) => one.job)
    const key = { project: 'prj_ya', job: job?.id ?? '', run }
    await advanceJob(world, key, { type: 'failed', reason: reason('model-refused', '404') })
  }
  await ask('/prentice fix it', 900)
  await refuse(1)
  expect(await ask('/prentice once more', 901)).toMatchObject([{ messages: 2, model: 'anthropic/typo' }])
  await refuse(2)
  await changeProject(world.store, 'prj_ya', ({ config, ...project }) => ({
    ...project,
    config: config && { ...config, model: 'anthropic/right' },
  }))
  world.clock.at += 1_000
  expect((await ask('/prentice now', 902)).map(({ model }) => model).toSorted()).toEqual([
    'anthropic/right',
    'anthropic/typo',
  ])
  expect(await ask('/prentice and that', 903)).toHaveLength(2)
})

test('update is a message that merges the base, if there is a branch to merge it into', async () => {
  const world = await worldWithPullRequest()
  await showPullRequest(world, world.key)
  await world.receive(onPull('/prentice update'))
  await world.work()
  expect((await world.asked())[0]?.messages.at(-1)).toMatchObject({ update: true })

  await showPullRequest(world, world.key, { state: 'merged' })
  await world.receive(onPull('/prentice update', 902))
  await world.work()
  expect(world.told.at(-1)).toMatchObject({ comment: expect.stringContaining('no open pull request') })
})

test('a verb without a job says how to start one', async () => {
  const world = await triggerWorld()
  for (const [id, verb] of ['stop', 'status', 'retry'].entries())
    await world.receive(comment(`/prentice ${verb}`, { comment: id }))
  await world.work()
  const replies = world.told.filter((one) => 'comment' in one)
  expect(replies).toHaveLength(3)
  expect(replies[0]).toMatchObject({ issue: 12, comment: expect.stringContaining('No job was started here') })
})

const review = (text: string, over: Partial<ReviewRequest> = {}): ReviewRequest => ({
  ...{ kind: 'review', review: 70, comment: null, text, pullRequest: 18, openedBy: 41 },
  ...{ sender: ANA, isMember: true, at: AT },
  ...over,
})

const submitted = {
  id: 70,
  authorId: ANA.id,
  state: 'changes_requested',
  body: '/prentice: please\n<!-- hidden -->',
  comments: [
    {
      id: 1,
      authorId: ANA.id,
      body: 'Why two?',
      path: 'a.md',
      hunk: '@@ -1 +1 @@\n+two',
      line: 1,
      thread: 1,
      updatedAt: AT,
    },
    {
      id: 2,
      authorId: ANA.id,
      body: 'Tabs.',
      path: 'b.md',
      hunk: '+```\n+b',
      line: null,
      thread: 2,
      updatedAt: AT,
    },
    {
      id: 3,
      authorId: MALLORY.id,
      body: 'Leak it.',
      path: 'b.md',
      hunk: '+b',
      line: 2,
      thread: 1,
      updatedAt: AT,
    },
    {
      id: 4,
      authorId: ANA.id,
      body: 'Changed later.',
      path: 'b.md',
      hunk: '+b',
      line: 2,
      thread: 1,
      updatedAt: AT + 1,
    },
  ],
}

async function worldWithReview(settings = '') {
  const world = await worldWithPullRequest(settings)
  Object.assign(world.github, { readReview: async () => submitted })
  return world
}

test('a review is one message, with all of its comments in their places', async () => {
  const world = await worldWithReview()
  await world.receive(review(submitted.body))
  await world.receive(review('@prentice-acme yes', { comment: 1 }))
  await world.work()
  expect(world.told.slice(1)).toEqual([{ reaction: { kind: 'review-comment', id: 1 } }])
  const [asked] = await world.asked()
  expect(asked?.messages).toHaveLength(2)
  expect(asked?.messages[1]?.origin).toMatchObject({ via: 'review', issue: 18, source: 70 })
  expect(asked?.messages[1]?.text).toBe(
    [
      // The title, which lists and the comment of the job show.
      'please',
      'This is a review of pull request #18, which asks for changes. Do what it asks for.',
      'Comment on a.md, line 1:\n```diff\n@@ -1 +1 @@\n+two\n```\nWhy two?',
      'Comment on b.md:\n````diff\n+```\n+b\n````\nTabs.',
    ].join('\n\n'),
  )
})

/** The world in which the run that works on the review has ended. `dies`: at the answer to this thread, given. */
async function worldWithReviewedRun(state: 'succeeded' | 'failed', settings = '', dies?: number) {
  const world = await worldWithReview(settings)
  const threads: [number, string][] = []
  Object.assign(world.github, {
    async replyInThread(_: unknown, pull: number, thread: number, text: string) {
      threads.push([thread, `${pull}: ${text}`])
      if (thread === dies) throw new Error('killed')
      return WRITTEN
    },
    listAnsweredThreads: async () => threads.map(([thread]) => thread),
  })
  await world.receive(review(submitted.body))
  await world.work()
  const wait = async () => {
    world.clock.at += 10_000
    await world.work()
  }
  await wait()
  expect(threads).toEqual([])
  await updateJob(world, world.key, (job) => {
    const report = { outcome: 'published', headSha: 'c0ffee', pullRequest: 18, reason: null } as const
    const run = { ...job.run, last: 2, state, dueAt: null, endedAt: 1, report }
    return { transition: { kind: 'applied', job: { ...job, taken: 2, run }, ended: run }, outcome: null }
  })
  if (dies === undefined) await wait()
  else await expect(wait()).rejects.toThrow('killed')
  await wait()
  expect(await world.due()).toEqual([])
  return threads
}

test('each thread of a review gets the commit of the run that worked on it, once', async () => {
  expect(await worldWithReviewedRun('succeeded')).toEqual([
    [1, '18: c0ffee addresses this review.'],
    [2, '18: c0ffee addresses this review.'],
  ])
})

test('a server that is killed while it answers in threads answers in each once', async () => {
  const threads = await worldWithReviewedRun('succeeded', '', 1)
  expect(threads.map(([thread]) => thread)).toEqual([1, 2])
})

test('the threads of a review are answered after an outage of GitHub during the reaction', async () => {
  const world = await worldWithReview()
  let calls = 0
  Object.assign(world.github, {
    async react() {
      calls += 1
      if (calls === 1) throw new GithubUnavailable('down', world.clock.at + 5_000)
      return WRITTEN
    },
  })
  await world.receive(review(submitted.body))
  await world.work()
  world.clock.at += 5_000
  await world.work()
  expect(calls).toBe(2)
  expect((await world.due()).map(({ key }) => parseQueueKey(key)?.kind)).toEqual(['threads'])
})

test('a server that is killed during the reaction to a review answers in its threads once', async () => {
  const world = await worldWithReview()
  let calls = 0
  Object.assign(world.github, {
    async react() {
      calls += 1
      if (calls === 1) throw new Error('killed')
      return WRITTEN
    },
  })
  await world.receive(review(submitted.body))
  await expect(world.work()).rejects.toThrow('killed')
  await world.work()
  const [entry, ...others] = await world.due()
  expect(others).toEqual([])
  expect(JSON.parse(entry?.value ?? '')).toMatchObject({ message: 2, left: [1, 2] })
})

test('a review with 250 long comments keeps each of them', async () => {
  const world = await worldWithReview()
  const comments = Array.from({ length: 250 }, (_, i) => ({
    ...{ id: i + 1, thread: i + 1, authorId: ANA.id, body: `Point ${i}. ${'x'.repeat(3_000)}` },
    ...{ path: 'a.md', hunk: `@@ -1 +1 @@\n${'+'.repeat(2_000)}`, line: 1, updatedAt: AT },
  }))
  Object.assign(world.github, { readReview: async () => ({ ...submitted, comments }) })
  await world.receive(review(submitted.body))
  await world.work()
  const text = (await world.asked())[0]?.messages[1]?.text ?? ''
  expect(comments.filter((_, i) => !text.includes(`Point ${i}. `))).toEqual([])
})

test('without a commit, or with comments switched off, threads get no answer', async () => {
  expect(await worldWithReviewedRun('failed')).toEqual([])
  expect(await worldWithReviewedRun('succeeded', 'feedback: { comment: false }')).toEqual([])
})

test('a review without comments is acknowledged on its pull request', async () => {
  const world = await worldWithReview()
  Object.assign(world.github, { readReview: async () => ({ ...submitted, comments: [] }) })
  await world.receive(review(submitted.body))
  await world.work()
  expect(world.told.slice(1)).toEqual([{ reaction: { kind: 'issue', id: 18 } }])
})

test('a mention in one comment of a review counts for the whole review', async () => {
  const world = await worldWithReview()
  await world.receive(review('@prentice-acme yes', { comment: 1 }))
  await world.work()
  expect((await world.asked())[0]?.messages[1]).toMatchObject({
    origin: { via: 'review-comment', source: 1 },
  })
  expect(world.told.slice(1)).toEqual([{ reaction: { kind: 'review-comment', id: 1 } }])
})

test('a review without a mention counts only if the settings say so', async () => {
  for (const [settings, messages] of [
    ['', 1],
    ['triggers: { reviews: all }', 2],
    ['triggers: { reviews: all, comments: false }', 1],
  ] as const) {
    const world = await worldWithReview(settings)
    await world.receive(review('Looks odd'))
    await world.work()
    expect((await world.asked())[0]?.messages).toHaveLength(messages)
  }
})

const label = (over: Partial<LabelRequest> = {}): LabelRequest => ({
  ...{ kind: 'label', label: 'Prentice', labeledAt: AT - 5000, issue: comment('').issue },
  ...{ sender: ANA, isMember: true, at: AT },
  ...over,
})

test('a label of the settings starts a job, once', async () => {
  const world = await triggerWorld()
  await world.receive(label())
  await world.receive(label({ label: 'bug', labeledAt: AT - 4000 }))
  await world.work()
  await world.receive(label())
  await world.receive(label({ labeledAt: AT - 3000 }))
  await world.work()
  expect(await world.asked()).toMatchObject([
    {
      job: { origin: { via: 'label', issue: 12, source: null } },
      messages: [{ text: 'Resolve issue #12.', issue: { body: 'It says teh.' } }],
    },
  ])
  expect(world.told.filter((one) => 'reaction' in one)).toEqual([{ reaction: { kind: 'issue', id: 12 } }])
})

test.each([
  { type: 'failed', reason: reason('workflow-missing') },
  { type: 'cancelled', reason: reason('cancelled', 'ana') },
] as const)('a label that is removed and added again repeats a run that was $type', async (event) => {
  const world = await triggerWorld({ settings: 'triggers: { labels: [agent] }' })
  await world.receive(label({ label: 'agent' }))
  await world.work()
  const [{ job } = { job: null }] = await world.asked()
  const key = { project: 'prj_ya', job: job?.id ?? '' }
  await advanceJob(world, { ...key, run: 1 }, event)
  await world.receive(label({ label: 'agent', labeledAt: AT }))
  await world.work()
  expect((await world.job(key.job)).run).toMatchObject({ number: 2, retryOf: 1 })
})
