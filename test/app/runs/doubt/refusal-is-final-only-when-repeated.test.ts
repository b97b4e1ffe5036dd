import { describe, expect, test } from 'vitest'
import { type DoubtWorld, doubtWorld } from './doubt-world.ts'
import { HEAD } from './doubted-github.ts'

const MINUTE = 60_000
const TOKEN = 'POST /app/installations/1/access_tokens'
const DISPATCH = 'POST /repos/acme/docs/actions/workflows/prentice.yml/dispatches'
const PULL = 'GET /repos/acme/docs/pulls/5'
const RIGHT = 'GET /repos/acme/docs/collaborators/ana/permission'

const REACTION = 'POST /repos/acme/docs/issues/comments/900/reactions'
const SETTINGS = 'GET /repos/acme/docs/contents/.github%2Fprentice.yml'
const TREE = `GET /repos/acme/docs/git/trees/${HEAD}`
const WORKFLOW_RUNS = 'GET /repos/acme/docs/actions/workflows/prentice.yml/runs'
const WORKFLOW_RUN = 'GET /repos/acme/docs/actions/runs/1001'

const FOR_GOOD = () => () => true
const PASSING: readonly (readonly [string, (given: DoubtWorld) => (count: number) => boolean])[] = [
  ['once', () => (count) => count < 1],
  ['twice', () => (count) => count < 2],
  [
    'for a minute',
    ({ world }) => {
      const end = world.clock.at + MINUTE
      return () => world.clock.at < end
    },
  ],
]
const STATUSES = [401, 403, 404]
/** Each request with each status, for each of the times that pass. */
const cells = (requests: readonly string[]) =>
  requests.flatMap((of) =>
    STATUSES.flatMap((status) => PASSING.map(([time, lasts]) => [of, status, time, lasts] as const)),
  )

describe('a dispatch', () => {
  test.each(
    cells([
      TOKEN,
      'GET /repos/acme/docs',
      'GET /repos/acme/docs/git/ref/heads%2Fmain',
      SETTINGS,
      TREE,
      DISPATCH,
    ]),
  )('happens once although %s answers %d %s', async (of, status, _, lasts) => {
    const given = await doubtWorld()
    given.github.refuse({ of, status, lasts: lasts(given) })
    const before = given.world.clock.at
    expect(await given.dispatch()).toMatchObject({ state: 'dispatched', reason: null })
    expect(given.world.clock.at - before).toBeLessThan(4 * MINUTE)
    expect(given.github.countOf(TOKEN)).toBeLessThan(6)
  })

  test.each([
    [TOKEN, 403, 'permission-missing'],
    [TOKEN, 404, 'app-uninstalled'],
    ['GET /repos/acme/docs', 403, 'permission-missing'],
    ['GET /repos/acme/docs', 404, 'repository-gone'],
    ['GET /repos/acme/docs/git/ref/heads%2Fmain', 404, 'ref-not-found'],
    [DISPATCH, 403, 'permission-missing'],
    [DISPATCH, 404, 'workflow-missing'],
  ])('fails once %s has answered %d for two minutes', async (of, status, code) => {
    const given = await doubtWorld()
    given.github.refuse({ of, status, lasts: () => true })
    // GitHub does not show the installation either.
    given.github.refuse({ of: 'GET /repos/acme/docs/installation', status: 404, lasts: () => true })
    given.github.refuse({ of: 'GET /repositories/1234/installation', status: 404, lasts: () => true })
    const before = given.world.clock.at
    expect(await given.dispatch()).toMatchObject({ state: 'failed', reason: { code } })
    const seconds = (given.world.clock.at - before) / 1000
    expect(seconds).toBeGreaterThan(120)
    expect(seconds).toBeLessThan(600)
  })

  test.each([TOKEN, 'GET /repos/acme/docs', DISPATCH])(
    'waits while %s answers 401, and GitHub shows the installation',
    async (of) => {
      const given = await doubtWorld()
      given.github.refuse({ of, status: 401, lasts: FOR_GOOD() })
      expect(await given.dispatch(30)).toMatchObject({ reason: null })
      given.github.heal()
      expect(await given.dispatch(30)).toMatchObject({ state: 'dispatched', reason: null })
    },
  )
})

describe('the confirming read of the pull request', () => {
  test.each(cells([PULL]))('succeeds although %s answers %d %s', async (of, status, _, lasts) => {
    const given = await doubtWorld()
    const run = await given.deliver(() => given.github.refuse({ of, status, lasts: lasts(given) }))
    expect(run).toMatchObject({ state: 'succeeded' })
  })

  test.each([
    [403, 'permission-missing'],
    [404, 'delivery-mismatch'],
  ])('fails after %d for two minutes', async (status, code) => {
    const given = await doubtWorld()
    const run = await given.deliver(() => given.github.refuse({ of: PULL, status, lasts: FOR_GOOD() }))
    expect(run).toMatchObject({ state: 'failed', reason: { code } })
  })
})

describe('a run under way', () => {
  test.each(cells([WORKFLOW_RUN]))('goes on although %s answers %d %s', async (of, status, _, lasts) => {
    const given = await doubtWorld()
    const { id } = await given.world.newJob()
    await given.advance(id, 'dispatched', 15)
    given.github.refuse({ of, status, lasts: lasts(given) })
    expect(await given.advance(id, 'failed', 10)).toMatchObject({ state: 'dispatched', reason: null })
    expect(given.github.answered(WORKFLOW_RUN)).toBeGreaterThan(1)
    expect(given.github.countOf(DISPATCH)).toBe(1)
  })

  test('fails once GitHub neither shows nor lists its workflow run', async () => {
    const given = await doubtWorld()
    const { id } = await given.world.newJob()
    await given.advance(id, 'dispatched', 15)
    for (const of of [WORKFLOW_RUN, WORKFLOW_RUNS])
      given.github.refuse({ of, status: 404, lasts: FOR_GOOD() })
    expect(await given.advance(id, 'failed', 60)).toMatchObject({
      state: 'failed',
      reason: { code: 'run-gone' },
    })
  })
})

describe('a comment', () => {
  test.each(cells([TOKEN, RIGHT]))(
    'leads to work although %s answers %d %s',
    async (of, status, _, lasts) => {
      const given = await doubtWorld()
      given.github.refuse({ of, status, lasts: lasts(given) })
      expect(await given.ask()).toBe(1)
    },
  )

  test.each([403, 404])('grants nothing while the right is answered with %d', async (status) => {
    const given = await doubtWorld()
    given.github.refuse({ of: RIGHT, status, lasts: FOR_GOOD() })
    expect(await given.ask()).toBe(0)
    expect(given.github.countOf(RIGHT)).toBe(4)
  })

  test.each(cells([REACTION]).filter(([, status]) => status !== 401))(
    'gets its reaction although %s answers %d %s',
    async (of, status, _, lasts) => {
      const given = await doubtWorld()
      given.github.refuse({ of, status, lasts: lasts(given) })
      expect(await given.ask()).toBeGreaterThan(1)
      expect(given.github.answered(REACTION)).toBe(1)
    },
  )

  test('gets its reaction although GitHub refuses the token of the reaction twice', async () => {
    const given = await doubtWorld()
    const of = 'POST /repos/acme/docs/issues/comments/900/reactions'
    given.github.refuse({ of, status: 401, lasts: (count) => count < 2 })
    expect(await given.ask()).toBe(3)
  })
})
