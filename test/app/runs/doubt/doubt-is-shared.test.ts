import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { PROTOCOL_VERSION } from '../../../../src/contract/runner-protocol/protocol.ts'
import { claimJob, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { type DoubtWorld, doubtWorld } from './doubt-world.ts'

const TOKEN = 'POST /app/installations/1/access_tokens'
const REPOSITORY = 'GET /repos/acme/docs'
const DISPATCH = 'POST /repos/acme/docs/actions/workflows/prentice.yml/dispatches'
const ALWAYS = () => true

/** The App is no longer installed, and no webhook says so. */
const uninstall = ({ github }: DoubtWorld) =>
  github.refuse(
    { of: REPOSITORY, status: 401, lasts: ALWAYS },
    { of: TOKEN, status: 404, lasts: ALWAYS },
    { of: 'GET /repos/acme/docs/installation', status: 404, lasts: ALWAYS },
    { of: 'GET /repositories/1234/installation', status: 404, lasts: ALWAYS },
  )

/** Works on all jobs whenever one is due, as the timers do. */
async function advanceAll({ world }: DoubtWorld, jobs: readonly string[]): Promise<void> {
  for (let steps = 0; steps < 500; steps++) {
    const runs = await Promise.all(jobs.map(async (id) => ({ id, run: (await world.job(id)).run })))
    const open = runs.filter(({ run }) => run.dueAt !== null && run.state !== 'dispatched')
    const [next] = open.sort((a, b) => (a.run.dueAt ?? 0) - (b.run.dueAt ?? 0))
    if (next === undefined) return
    world.clock.at = Math.max(world.clock.at, next.run.dueAt ?? 0)
    await advanceDueJob(world, { project: 'prj_ya', job: next.id })
  }
  throw new Error('the jobs stay active')
}

test('GitHub is asked three times about all jobs of an installation, each time with one new token', async () => {
  const given = await doubtWorld()
  uninstall(given)
  const jobs = []
  for (let i = 0; i < 20; i++) jobs.push((await given.world.newJob()).id)
  await advanceAll(given, jobs)
  for (const id of jobs)
    expect((await given.world.job(id)).run).toMatchObject({
      state: 'failed',
      reason: { code: 'app-uninstalled' },
    })
  expect(given.github.countOf(DISPATCH)).toBe(0)
  // The first refusal, three questions, and what each job tries itself once the refusal is final.
  expect(given.github.countOf(TOKEN)).toBeLessThanOrEqual(1 + 3 + jobs.length)
})

test('nothing is granted in doubt: no dispatch, no claim, no token', async () => {
  const given = await doubtWorld()
  const { world, github } = given
  const first = await world.newJob()
  const claimed = await claimJob(world, first.id)
  const second = await world.newJob()
  await given.advance(second.id, 'dispatched', 5)
  const workflowRunId = (await world.job(second.id)).run.workflowRunId ?? 0
  uninstall(given)
  const third = await world.newJob()
  await advanceDueJob(world, { project: 'prj_ya', job: third.id })
  expect((await world.job(third.id)).run).toMatchObject({ state: 'queued', reason: null })
  const before = github.requests.length
  const claim = { run: `run_ya_${second.id.slice(4)}_1`, protocol: PROTOCOL_VERSION, features: [] }
  await expect(claimRun(world, identity({ workflowRunId }), SECRET, claim as never)).rejects.toThrow(
    GithubUnavailable,
  )
  await expect(
    issuePushToken(world, identity(), claimed.run, SECRET, {
      acknowledged: 1,
      plan: { files: 1, additions: 1, deletions: 0 },
    }),
  ).rejects.toThrow(GithubUnavailable)
  expect(github.requests.slice(before)).toEqual([])
})

test('work continues after any request to which GitHub shows the repository again', async () => {
  const given = await doubtWorld()
  const end = given.world.clock.at + 30_000
  given.github.refuse({ of: REPOSITORY, status: 404, lasts: () => given.world.clock.at < end })
  const jobs = []
  for (let i = 0; i < 5; i++) jobs.push((await given.world.newJob()).id)
  await advanceAll(given, jobs)
  for (const id of jobs) expect((await given.world.job(id)).run).toMatchObject({ state: 'dispatched' })
  expect(given.github.countOf(DISPATCH)).toBe(5)
})

test.each([
  [
    'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
    'ip-not-allowed',
  ],
  ['Resource protected by organization SAML enforcement.', 'sso-required'],
  ['This installation has been suspended', 'app-suspended'],
  ['Repository was archived so is read-only.', 'repository-archived'],
])('the rule of the organisation has its own reason: %s', async (message, code) => {
  const given = await doubtWorld()
  given.github.refuse({ of: REPOSITORY, status: 403, message, lasts: ALWAYS })
  expect(await given.dispatch()).toMatchObject({ state: 'failed', reason: { code } })
})

test.each(['', '/github/api/v3'])(
  'a refusal of the App itself waits, at an address with the path "%s"',
  async (prefix) => {
    const given = await doubtWorld({ prefix })
    given.github.refuse({ of: TOKEN, status: 401, lasts: ALWAYS })
    expect(await given.dispatch(60)).toMatchObject({ state: 'queued', reason: null })
    // At most one request a minute, whatever needs the App.
    expect(given.github.countOf(TOKEN)).toBeLessThanOrEqual(61)
    given.github.heal()
    expect(await given.dispatch(60)).toMatchObject({ state: 'dispatched' })
  },
)

test('after its refusal, no server sends a request as the App for a minute', async () => {
  const given = await doubtWorld()
  given.github.refuse({ of: TOKEN, status: 401, lasts: (count) => count < 1 })
  const { github, world } = given
  const repository = { installationId: 1, id: 1234, owner: 'acme', name: 'docs' }
  await expect(github.github.readRepository(repository)).rejects.toThrow('check APP_ID, PRIVATE_KEY')
  for (const port of [github.github, github.portOfProcess()])
    await expect(port.findInstallation('acme', 'docs', 1234)).rejects.toThrow('check APP_ID, PRIVATE_KEY')
  expect(github.requests).toEqual([TOKEN])
  world.clock.at += 61_000
  await expect(github.github.readRepository(repository)).resolves.toMatchObject({ id: 1234 })
})
