import { afterAll, beforeAll, expect, test } from 'vitest'
import { curlLinesOf, ON_GITHUB, splitPage } from '../support/curl-lines.ts'
import { command } from '../support/processes/run-to-end.ts'
import { untilQuiet } from '../support/world/feedback.ts'
import { type Access, call, pollUntilFinal, runsOf, until, untilRunIs } from '../support/world/jobs.ts'
import { type PullView, pullsOf, readPull, rest } from '../support/world/on-github.ts'
import { FILES, startTestWorld, type TestWorld } from '../support/world/world.ts'

/** Of app and action together, for a job with its reaction, its comment and its check run. */
const MAX_REST_CALLS = 20

let world: TestWorld
beforeAll(async () => {
  // From the start: a server hears of changed settings some time after they were pushed.
  const files = { ...FILES, '.github/prentice.yml': 'triggers: { pull-requests: all }\n' }
  world = await startTestWorld(files, { isPublic: true })
})
afterAll(() => world?.close())

const send = <T>(path: string, body: object, as = 'ana', method = 'POST') =>
  rest<T & { readonly id: number; readonly number: number }>(world, path, { method, body, as })

const openIssue = async (title: string, as = 'ana'): Promise<number> =>
  (await send('/issues', { title, body: `The text of ${title}.` }, as)).number

const comment = async (issue: number, body: string, as = 'ana'): Promise<number> =>
  (await send(`/issues/${issue}/comments`, { body }, as)).id

interface CommentView {
  readonly body: string
  readonly user: { readonly login: string }
  readonly reactions: { readonly eyes: number }
}

const commentsOf = (issue: number): Promise<CommentView[]> => rest(world, `/issues/${issue}/comments`)

const untilSeen = (id: number) =>
  until(`a reaction to comment ${id}`, async () => {
    const { reactions } = await rest<CommentView>(world, `/issues/comments/${id}`)
    return reactions.eyes === 1 ? true : null
  })

interface Listed {
  readonly id: string
  readonly title: string
  readonly createdBy: object
}

async function jobsOf(access: Access): Promise<Listed[]> {
  const { jobs } = (await (await call(access, '/jobs')).json()) as { jobs: Listed[] }
  return jobs
}

/** The answer of the App to a comment, which is no report about a job. */
const untilAnswered = (issue: number, text: string) =>
  until(`an answer with "${text}"`, async () => {
    const comments = await commentsOf(issue)
    return comments.some(({ body, user }) => user.login === 'prentice-sandbox[bot]' && body.includes(text))
      ? true
      : null
  })

interface Greeting {
  readonly issue: number
  readonly listed: Listed
  readonly job: string
  readonly pull: PullView
}

/** An issue on which ana asked for a file, and the pull request that came of it. */
async function givenGreeting(path: string): Promise<Greeting> {
  const issue = await openIssue('A greeting')
  await untilSeen(await comment(issue, `Thanks!\n\n/prentice Create ${path} with "Hello"`))
  const [listed] = await jobsOf(world)
  if (listed === undefined) throw new Error('there is no job')
  const { job } = await pollUntilFinal(world, listed.id)
  expect(job.status).toBe('completed')
  const pull = await readPull(world, job.prLink)
  await untilAnswered(issue, `#${pull.number} ready`)
  return { issue, listed, job: listed.id, pull }
}

test('a comment on an issue becomes a pull request that closes it', async () => {
  // The server knows the settings of the default branch from an earlier job.
  await givenGreeting('docs/earlier.md')
  await untilQuiet(world)
  const before = world.github.requests().length
  const { issue, listed, pull } = await givenGreeting('docs/hello.md')
  expect(listed).toMatchObject({
    title: 'Create docs/hello.md with "Hello"',
    createdBy: { kind: 'person', name: 'ana' },
  })
  expect(pull.body).toContain(`\nCloses #${issue}\n`)
  // Everybody can read the comment already.
  expect(pull.body).toContain('> Create docs/hello.md with "Hello"')
  const told = JSON.stringify(world.model?.requests().at(-1)?.body)
  expect(told).toContain('The text of A greeting.')
  const made = world.github.requests().slice(before)
  const asked = made.filter(({ surface, credential }) => surface === 'rest' && credential !== 'user')
  expect(asked.length).toBeLessThanOrEqual(MAX_REST_CALLS)
})

test('a review is one message, although each of its webhooks comes twice', async () => {
  const { job, pull } = await givenGreeting('docs/reviewed.md')
  world.github.routeWebhooks(({ event }) => (event === 'pull_request_review' ? [150, 200] : [0, 50]))
  const comments = [
    { path: 'docs/reviewed.md', line: 1, body: '/prentice Replace "Hello" with "Hi" in docs/reviewed.md' },
    { path: 'docs/reviewed.md', line: 1, body: 'Append "Bye" to docs/reviewed.md' },
  ]
  await send(`/pulls/${pull.number}/reviews`, { event: 'REQUEST_CHANGES', body: 'Two things.', comments })
  await until('a second run', async () => ((await runsOf(world, job)).length === 2 ? true : null))
  await world.github.settled()
  world.github.routeWebhooks(null)
  expect((await pollUntilFinal(world, job)).job.status).toBe('completed')
  const { messages } = (await (await call(world, `/job/${job}/messages`)).json()) as {
    messages: { prompt: string }[]
  }
  expect(messages).toHaveLength(2)
  const begin = `Two things.\n\nThis is a review of pull request #${pull.number}, which asks for changes.`
  expect(messages[1]?.prompt.slice(0, begin.length)).toBe(begin)
  expect(messages[1]?.prompt).toContain(
    'Comment on docs/reviewed.md, line 1:\n```diff\n@@ -0,0 +1 @@\n+Hello\n',
  )
  const [same, ...others] = (await pullsOf(world)).filter(({ head }) => head.ref === pull.head.ref)
  expect([same?.number, others]).toEqual([pull.number, []])
  const { content } = await rest<{ content: string }>(
    world,
    `/contents/docs/reviewed.md?ref=${pull.head.ref}`,
  )
  expect(Buffer.from(content, 'base64').toString()).toBe('HiBye')
  const sha = same?.head.sha
  const answers = await until('an answer in each thread', async () => {
    const all = await rest<ThreadComment[]>(world, `/pulls/${pull.number}/comments`)
    const ours = all.filter(({ in_reply_to_id: thread }) => thread !== undefined)
    return ours.length < 2 ? null : ours
  })
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill(`${sha} addresses this review.`))
})

interface ThreadComment {
  readonly body: string
  readonly in_reply_to_id?: number
}

test('people without write access, edits, quotes and other apps start no work', async () => {
  const jobs = await jobsOf(world)
  const before = world.github.requests().length
  const theirs = await openIssue('A trap', 'mallory')
  for (const as of ['mallory', 'rob']) await comment(theirs, '/prentice Create trap.md with "x"', as)
  const edited = await comment(theirs, 'Nothing to see')
  await send(`/issues/comments/${edited}`, { body: '/prentice Create trap.md with "x"' }, 'ana', 'PATCH')
  await comment(theirs, '> /prentice Create trap.md with "x"\n\nLook at this.')
  await comment(theirs, '<!-- /prentice Create trap.md with "x" -->')
  const token = world.github.createUserToken({ login: 'ana', permission: 'role', viaApp: world.appId })
  const viaApp = await fetch(`${world.githubApiUrl}/repos/${world.repository}/issues/${theirs}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ body: '/prentice Create trap.md with "x"' }),
  })
  expect(viaApp.status).toBe(201)
  // The next comment is worked on after all of them.
  const heard = await comment(theirs, '/prentice help')
  await untilAnswered(theirs, '| `/prentice stop` |')
  expect(await jobsOf(world)).toEqual(jobs)
  const ours = (await commentsOf(theirs)).filter(({ user }) => user.login === 'prentice-sandbox[bot]')
  expect(ours).toHaveLength(1)
  expect(ours[0]?.body).toContain(`prentice:reply:comment-${heard}`)
  const asked = world.github
    .requests()
    .slice(before)
    .flatMap(({ path }) => /\/collaborators\/(.*)\/permission/.exec(path)?.[1] ?? [])
  expect(asked).toEqual(['mallory', 'rob', 'ana'])
})

test('a comment whose webhook was lost is handled when a server starts', async () => {
  const unheard = await openIssue('Unheard')
  await world.github.settled()
  world.github.routeWebhooks(() => [])
  const id = await comment(unheard, '/prentice help')
  world.github.routeWebhooks(null)
  await world.stopApp('SIGKILL')
  await world.startApp()
  await untilAnswered(unheard, '| `/prentice stop` |')
  const [first] = (await commentsOf(unheard)).filter(({ user }) => user.login === 'prentice-sandbox[bot]')
  expect(first?.body).toContain(`prentice:reply:comment-${id}`)
})

test('a server that is killed while it asks GitHub starts the job once', async () => {
  const before = await jobsOf(world)
  const held = world.github.holdRequest(({ path }) => path.includes('/collaborators/'))
  const waiting = await openIssue('Be patient')
  const id = await comment(waiting, '/prentice Wait 600 seconds')
  await held.arrived
  await world.stopApp('SIGKILL')
  held.release()
  await world.startApp()
  await untilSeen(id)
  const jobs = await jobsOf(world)
  expect(jobs.slice(1)).toEqual(before)
  expect(jobs[0]?.title).toBe('Wait 600 seconds')
  await untilRunIs(world, jobs[0]?.id ?? '', 'running')

  await comment(waiting, 'Enough.\n/prentice stop')
  const { job: stopped, reason } = await pollUntilFinal(world, jobs[0]?.id ?? '')
  expect([stopped.status, reason]).toEqual(['failed', 'cancelled'])
})

test('a label starts a job once GitHub no longer limits the App, and a merge closes its issue', async () => {
  const { issue, pull } = await givenGreeting('docs/merged.md')
  const labeled = await openIssue('Labels')
  await expect(send(`/issues/${labeled}/labels`, { labels: ['prentice'] }, 'rob')).rejects.toThrow('403')
  const limit = { status: 403, message: 'You have exceeded a secondary rate limit', retryAfter: 1 }
  world.github.failNext(/collaborators/, limit)
  await send(`/issues/${labeled}/labels`, { labels: ['prentice'] })
  const found = await until('the job of the label', async () => {
    const [first] = await jobsOf(world)
    return first?.title === `Resolve issue #${labeled}.` ? first : null
  })
  await pollUntilFinal(world, found.id)
  await rest(world, `/pulls/${pull.number}/merge`, { method: 'PUT', body: {} })
  expect(await rest(world, `/issues/${issue}`)).toMatchObject({ state: 'closed' })
})

test("on somebody else's pull request, work arrives as a pull request into its branch", async () => {
  const place = { owner: 'sandbox-org', name: 'pets' }
  const change = { branch: 'anas-feature', path: 'docs/feature.md', message: 'Change', text: 'A feature.\n' }
  await world.github.commitFile({ ...place, ...change })
  const theirs = (await send('/pulls', { title: 'A feature', head: 'anas-feature', base: 'main' })).number
  await world.github.settled()
  const before = await rest<{ head: { sha: string } }>(world, `/pulls/${theirs}`)
  await untilSeen(await comment(theirs, '/prentice Append "More" to docs/feature.md'))
  const asked = (await jobsOf(world))[0]?.id ?? ''
  expect((await pollUntilFinal(world, asked)).job.status).toBe('completed')
  const [made] = await pullsOf(world, '&base=anas-feature')
  expect(made).toMatchObject({ base: { ref: 'anas-feature' }, user: { login: 'prentice-sandbox[bot]' } })
  expect(made?.body).not.toContain(`Closes #${theirs}`)
  const after = await rest<{ head: { sha: string } }>(world, `/pulls/${theirs}`)
  expect(after.head.sha).toBe(before.head.sha)
  await untilAnswered(theirs, `#${made?.number} ready`)
})

test('the lines in docs/quickstart.md open an issue, ask on it, and show the answer', async () => {
  const [, section] = splitPage('docs/quickstart.md', ON_GITHUB)
  const lines = curlLinesOf(section)
  expect(lines).toHaveLength(3)
  const token = world.people.find(({ login }) => login === 'ana')?.token ?? ''
  const environment = { REPO: `${world.githubApiUrl}/repos/${world.repository}`, ANA: token }
  let number = 1
  const run = async (line = '') => {
    const { stdout } = await command('sh', ['-ec', line], { ...environment, ISSUE: String(number) })
    return JSON.parse(stdout)
  }
  number = (await run(lines[0])).number
  await untilSeen((await run(lines[1])).id)
  const created = await until('the job', async () => {
    const [first] = await jobsOf(world)
    return first?.title === 'Create docs/hi.md with "Hi"' ? first : null
  })
  expect((await pollUntilFinal(world, created.id)).job.status).toBe('completed')
  const comments: CommentView[] = await run(lines[2])
  expect(comments.map(({ user }) => user.login)).toEqual(['ana', 'prentice-sandbox[bot]'])
})
