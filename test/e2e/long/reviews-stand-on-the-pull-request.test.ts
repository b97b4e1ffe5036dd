import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentsOn, openIssue, untilQuiet, writeComment } from '../../support/world/feedback.ts'
import { call, createJob, pollUntilFinal, runsOf, until } from '../../support/world/jobs.ts'
import { cloneOf, type PullView, pullsOf, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

interface ReviewView {
  readonly id: number
  readonly body: string
  readonly state: string
  readonly commit_id: string
  readonly user: { readonly type: string }
}

const reviewsOn = async (pull: number): Promise<ReviewView[]> =>
  (await rest<ReviewView[]>(world, `/pulls/${pull}/reviews`)).filter(({ user }) => user.type === 'Bot')

const linesOn = (pull: number) =>
  rest<{ path: string; line: number; body: string }[]>(world, `/pulls/${pull}/comments`)

const untilReviews = (pull: number, count: number): Promise<ReviewView[]> =>
  until(`${count} reviews on #${pull}`, async () => {
    const found = await reviewsOn(pull)
    return found.length >= count ? found : null
  })

/** Ana's pull request with one new file. */
async function openPull(branch: string, text: string): Promise<PullView> {
  const { sha } = await rest<{ sha: string }>(world, '/commits/main')
  await rest(world, '/git/refs', { method: 'POST', body: { ref: `refs/heads/${branch}`, sha } })
  await write(branch, `${branch}.md`, text)
  const body = { title: `Add ${branch}`, head: branch, base: 'main', body: 'As discussed.' }
  return rest<PullView>(world, '/pulls', { method: 'POST', as: 'ana', body })
}

async function write(branch: string, path: string, text: string): Promise<void> {
  const clone = await cloneOf(world, branch)
  const { writeFile } = await import('node:fs/promises')
  await writeFile(`${clone.root}/${path}`, text)
  await clone.git('add', '.')
  await clone.git('commit', '-q', '-m', `Change ${path}`)
  await clone.git('push', '-q', 'origin', branch)
}

test('a review of somebody else’s pull request is one review with findings on its lines; a second one names what is new', async () => {
  const pull = await openPull('notes', 'One  \nTwo\n')
  await writeComment(world, 'ana', pull.number, '/prentice review')
  const [first] = await untilReviews(pull.number, 1)
  expect(first).toMatchObject({ state: 'COMMENTED', commit_id: pull.head.sha })
  expect(first?.body).toMatch(/^I am a scripted model\. In 1 file,/)
  expect(await linesOn(pull.number)).toMatchObject([
    {
      path: 'notes.md',
      line: 1,
      body: 'The line ends with white space.\n\n```suggestion\nOne\n```',
    },
  ])
  await untilQuiet(world)
  // It neither approves nor answers elsewhere, and makes no branch.
  expect((await commentsOn(world, pull.number)).filter(({ user }) => user.type === 'Bot')).toEqual([])
  expect((await rest<{ name: string }[]>(world, '/branches')).map(({ name }) => name)).toEqual([
    'main',
    'notes',
  ])
  expect(await rest(world, `/commits/${pull.head.sha}/check-runs`)).toMatchObject({ check_runs: [] })

  await write('notes', 'notes.md', 'One  \nTwo\nTODO: three\n')
  await writeComment(world, 'ana', pull.number, '/prentice review')
  const [, second] = await untilReviews(pull.number, 2)
  expect(second?.body).toContain('1 finding of an earlier review is not repeated.')
  const lines = await linesOn(pull.number)
  expect(lines.map(({ line, body }) => [line, body.split('\n')[0]])).toEqual([
    [1, 'The line ends with white space.'],
    [3, 'The line leaves something to do.'],
  ])
  const page = await (await fetch(`${world.githubUrl}/${world.repository}/pull/${pull.number}`)).text()
  expect(page).toContain('Suggested change')
  expect(page).toContain('<span class="line removed">-One  </span><span class="line added">+One</span>')

  // The settings allow no changes of other people's pull requests.
  await writeComment(world, 'ana', pull.number, '/prentice Append "x" to notes.md')
  const told = await until('an answer', async () => {
    const bots = (await commentsOn(world, pull.number)).filter(({ user }) => user.type === 'Bot')
    return bots[0]?.body ?? null
  })
  expect(told).toMatch(/^Prentice continues only pull requests that it opened itself/)
})

test('over HTTP, a message reviews the pull request of the job, and a new job that of a branch', async () => {
  const created = await createJob(world, 'Create todo.md with "TODO: write"')
  const done = await pollUntilFinal(world, created.id)
  const asked = await call(world, `/job/${created.id}/message`, { prompt: 'Review it', mode: 'review' })
  expect(asked.status).toBe(200)
  const reviewed = await pollUntilFinal(world, created.id)
  expect(reviewed.job).toEqual(done.job)
  const run = (await runsOf(world, created.id))[1]
  const number = Number(/\d+$/.exec(done.job.prLink ?? '')?.[0])
  expect(run).toMatchObject({
    mode: 'review',
    state: 'succeeded',
    reason: { code: 'no-change' },
    review: {
      pullRequest: number,
      url: expect.stringMatching(new RegExp(`/pull/${number}#pullrequestreview-\\d+$`)),
      findings: [{ path: 'todo.md', line: 1, text: 'The line leaves something to do.' }],
    },
  })
  expect(await reviewsOn(number)).toHaveLength(1)

  const pull = await openPull('more', 'TODO\n')
  const other = await createJob(world, 'Look at it', { mode: 'review', ref: 'more' })
  expect((await pollUntilFinal(world, other.id)).job).toMatchObject({ status: 'completed', prLink: null })
  expect(await reviewsOn(pull.number)).toHaveLength(1)
})

test('what cannot be reviewed is answered', async () => {
  const issue = await openIssue(world, 'ana')
  await writeComment(world, 'ana', issue, '/prentice review')
  const text = await until('an answer', async () => {
    const bots = (await commentsOn(world, issue)).filter(({ user }) => user.type === 'Bot')
    return bots[0]?.body ?? null
  })
  expect(text).toMatch(/^This is an issue, and only a pull request can be reviewed/)
  const wrong = await call(world, '/job', { prompt: 'x', mode: 'reviews' })
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { error: '`mode` must be `ask`, `plan` or `review`; leave it out to ask for a change' },
  ])
  const bare = await call(world, '/job', { prompt: 'x', mode: 'review' })
  expect([bare.status, ((await bare.json()) as { error: string }).error]).toEqual([
    400,
    expect.stringMatching(/^`ref` is missing: with `mode` `review`/),
  ])
  const job = await createJob(world, 'Look at it', { mode: 'review', ref: 'main' })
  const ended = await pollUntilFinal(world, job.id)
  expect([ended.job.status, ended.reason]).toEqual(['failed', 'nothing-to-review'])
  expect(await pullsOf(world)).not.toHaveLength(0)
})
