import { expect, test } from 'vitest'
import { commit, git, pick, scene } from './github-scene.ts'

const REPO = '/repos/acme/widgets'
const DISPATCHES = `${REPO}/actions/workflows/prentice.yml/dispatches`
const dispatch = { ref: 'main', inputs: { run: 'run_1' } }

test('a rate limit has retry-after, and the request is not processed', async () => {
  const { github, call, token, runs } = await scene()
  github.failNext(/dispatches$/, { status: 429, retryAfter: 7, message: 'slow down' })
  const limited = await call('POST', DISPATCHES, token, dispatch)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  expect(limited.body).toMatchObject({ message: 'slow down' })
  expect(runs).toHaveLength(0)
  expect((await call('POST', DISPATCHES, token, dispatch)).status).toBe(204)
})

test('a request can be processed although its response is an error', async () => {
  const { github, call, token, runs } = await scene()
  github.failNext(/dispatches$/, { status: 502, processed: true })
  expect((await call('POST', DISPATCHES, token, dispatch)).status).toBe(502)
  expect(runs).toHaveLength(1)
})

test('a slow request is processed', async () => {
  const { github, call, token } = await scene()
  github.failNext(/^GET/, { slowMs: 200 })
  const before = performance.now()
  expect((await call('GET', REPO, token)).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(190)
})

test('a push is lost before or after it is processed', async () => {
  const { github, directory, token, call } = await scene()
  await git(directory, token, 'clone', '--quiet', `${github.serverUrl}/acme/widgets.git`, 'work')
  const push = (branch: string) => git(`${directory}/work`, token, 'push', 'origin', `main:${branch}`)
  const statusOf = async (branch: string) =>
    (await call('GET', `${REPO}/git/ref/heads/${branch}`, token)).status
  // git's HTTP library immediately repeats a request that was lost on a reused connection.
  github.failNext(/^POST .*receive-pack$/, 'drop-before', 2)
  expect(await push('never')).toMatchObject({ ok: false })
  expect(await statusOf('never')).toBe(404)
  github.failNext(/^POST .*receive-pack$/, 'drop-after', 2)
  expect(await push('there')).toMatchObject({ ok: false })
  expect(await statusOf('there')).toBe(200)
})

test('reads lag behind writes', async () => {
  let passed = 0
  const { github, call, token } = await scene('github', () => new Date(Date.now() + passed))
  const listed = async () => {
    const { body } = await call('GET', `${REPO}/pulls`, token)
    return Array.isArray(body) ? body.length : body
  }
  await commit(github, 'a.txt', 'one\n', 'topic')
  const lag = 20 * 60_000
  github.lagReads(lag)
  await commit(github, 'b.txt', 'two\n', 'later')
  const opened = await call('POST', `${REPO}/pulls`, token, { title: 'One', head: 'topic', base: 'main' })
  const look = async () => [
    (await call('GET', `${REPO}/git/ref/heads/later`, token)).status,
    (await call('GET', `${REPO}/pulls/${pick(opened.body, 'number')}`, token)).status,
    await listed(),
  ]
  expect([opened.status, await look()]).toEqual([201, [404, 404, 0]])
  passed = lag
  await expect.poll(look).toEqual([200, 200, 1])
})

test('webhooks are lost, repeated and reordered', async () => {
  const { github, received } = await scene()
  const routes = [[], [0, 0], [5000], [0]]
  github.routeWebhooks(() => routes.shift() ?? [0])
  for (const path of ['lost', 'twice', 'late', 'last']) await commit(github, path, 'x\n')
  await github.settled()
  const paths = received.flatMap(({ body }) => pick(JSON.parse(body), 'head_commit', 'added') ?? [])
  expect(paths.filter((path) => path !== '.github/workflows/prentice.yml')).toEqual([
    'twice',
    'twice',
    'last',
    'late',
  ])
  expect(github.deliveries().filter(({ error }) => error === 'lost in transit')).toHaveLength(1)
})

test('equal seeds give equal faults, and the faults stop', async () => {
  const outcomes = async () => {
    const { github, call, token } = await scene()
    const faults = github.randomFaults({
      seed: 7,
      rates: { lost: 0.2, failed: 0.3, limited: 0.2, refused: 0.1 },
    })
    const seen: unknown[] = []
    for (let i = 0; i < 20; i++) {
      seen.push(
        await call('GET', REPO, token).then(
          ({ status }) => status,
          () => 'lost',
        ),
      )
    }
    faults.stop()
    expect((await call('GET', REPO, token)).status).toBe(200)
    return { seen, counts: faults.counts() }
  }
  const first = await outcomes()
  expect(await outcomes()).toEqual(first)
  expect(Object.keys(first.counts).sort()).toEqual(['failed', 'limited', 'lost', 'refused'])
})
