import { expect, test } from 'vitest'
import { commit, git, pick, scene } from './github-scene.ts'

const REPO = '/repos/acme/widgets'
const DISPATCHES = `${REPO}/actions/workflows/prentice.yml/dispatches`
const dispatch = { ref: 'main', inputs: { run: 'run_1' } }

test('a limit names its seconds and does nothing', async () => {
  const { github, call, token, runs } = await scene()
  github.failNext(/dispatches$/, { status: 429, retryAfter: 7, message: 'slow down' })
  const limited = await call('POST', DISPATCHES, token, dispatch)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  expect(limited.body).toMatchObject({ message: 'slow down' })
  expect(runs).toHaveLength(0)
  expect((await call('POST', DISPATCHES, token, dispatch)).status).toBe(204)
})

test('an error may come after the work was done', async () => {
  const { github, call, token, runs } = await scene()
  github.failNext(/dispatches$/, { status: 502, processed: true })
  expect((await call('POST', DISPATCHES, token, dispatch)).status).toBe(502)
  expect(runs).toHaveLength(1)
})

test('a slow one is done all the same', async () => {
  const { github, call, token } = await scene()
  github.failNext(/^GET/, { slowMs: 200 })
  const before = performance.now()
  expect((await call('GET', REPO, token)).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(190)
})

test('a push gets lost before it is taken, or after', async () => {
  const { github, directory, token, call } = await scene()
  await git(directory, token, 'clone', '--quiet', `${github.serverUrl}/acme/widgets.git`, 'work')
  const push = (branch: string) => git(`${directory}/work`, token, 'push', 'origin', `main:${branch}`)
  const statusOf = async (branch: string) =>
    (await call('GET', `${REPO}/git/ref/heads/${branch}`, token)).status
  // git's HTTP library sends again at once, on a new connection, what got lost on an old one.
  github.failNext(/^POST .*receive-pack$/, 'drop-before', 2)
  expect(await push('never')).toMatchObject({ ok: false })
  expect(await statusOf('never')).toBe(404)
  github.failNext(/^POST .*receive-pack$/, 'drop-after', 2)
  expect(await push('there')).toMatchObject({ ok: false })
  expect(await statusOf('there')).toBe(200)
})

test('reads show for a while what was there before', async () => {
  const { github, call, token } = await scene()
  const listed = async () => {
    const { body } = await call('GET', `${REPO}/pulls`, token)
    return Array.isArray(body) ? body.length : body
  }
  await commit(github, 'a.txt', 'one\n', 'topic')
  github.lagReads(1000)
  await commit(github, 'b.txt', 'two\n', 'later')
  const opened = await call('POST', `${REPO}/pulls`, token, { title: 'One', head: 'topic', base: 'main' })
  const look = async () => [
    (await call('GET', `${REPO}/git/ref/heads/later`, token)).status,
    (await call('GET', `${REPO}/pulls/${pick(opened.body, 'number')}`, token)).status,
    await listed(),
  ]
  expect([opened.status, await look()]).toEqual([201, [404, 404, 0]])
  await expect.poll(look, { timeout: 5000 }).toEqual([200, 200, 1])
})

test('webhooks are lost, repeated and overtaken', async () => {
  const { github, received } = await scene()
  const routes = [[], [0, 0], [1500], [0]]
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

test('the same seed gives the same faults, and they stop', async () => {
  const outcomes = async () => {
    const { github, call, token } = await scene()
    const faults = github.randomFaults({ seed: 7, rates: { lost: 0.2, failed: 0.3, limited: 0.2 } })
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
  expect(Object.keys(first.counts).sort()).toEqual(['failed', 'limited', 'lost'])
})
