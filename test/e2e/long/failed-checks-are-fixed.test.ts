import { afterEach, beforeEach, expect, test } from 'vitest'
import { appJwt } from '../../sandbox/github/github-scene.ts'
import { untilQuiet } from '../../support/world/feedback.ts'
import { createJob, pollUntilFinal, runsOf, until } from '../../support/world/jobs.ts'
import { cloneOf, readPull } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

const SETTINGS = `on-ci-failure: fix
ci-rounds: 1
ci-checks:
  - workflow: .github/workflows/test.yml
    jobs: ["unit*"]
`

let world: TestWorld
beforeEach(async () => {
  world = await startTestWorld({
    'README.md': 'A dog.\n',
    '.github/prentice.yml': SETTINGS,
    '.github/workflows/test.yml': 'name: Test\non: pull_request\njobs: {}\n',
  })
})
afterEach(() => world?.close())

const TIME = '2026-11-20T12:00:00.1234567Z '

/** The checks of the project fail on the branch; the log of `unit` says to the scripted model how to fix it. */
async function fail(branch: string, fix: string): Promise<number> {
  const log = `${TIME}\u001b[31mFAIL\u001b[0m name.test.ts\r\n${TIME}${fix}\r\n`
  const { id } = await world.github.recordCiRun({
    ...{ owner: 'sandbox-org', name: 'pets', workflow: 'test.yml', branch },
    jobs: [
      { name: 'build', conclusion: 'success', log: 'built\n' },
      { name: 'lint', conclusion: 'failure', log: 'Create lint.md with "no"\n' },
      { name: 'unit (22)', conclusion: 'failure', log },
    ],
  })
  return id
}

const asked = (path: string) => world.github.requests().filter((one) => one.path.includes(path))

test('the run of a failed check fixes it, as often as the settings allow', async () => {
  const created = await createJob(world, 'Replace "dog" with "cat" in README.md')
  const { job } = await pollUntilFinal(world, created.id)
  const branch = job.source.ref ?? ''
  const first = await fail(branch, 'Replace "cat" with "tiger" in README.md')
  const fixed = await until('the check to be fixed', async () => {
    const run = (await runsOf(world, job.id))[1]
    return run !== undefined && run.endedAt !== null ? run : null
  })
  expect(fixed).toMatchObject({ state: 'succeeded', reason: null })
  const { git } = await cloneOf(world, branch)
  expect(await git('show', 'HEAD:README.md')).toBe('A tiger.')
  expect(await git('ls-tree', '--name-only', 'HEAD')).toBe('.github\nREADME.md')
  expect((await readPull(world, job.prLink)).head.sha).toBe(await git('rev-parse', 'HEAD'))
  const told = JSON.stringify(world.model?.requests().at(-1)?.body)
  expect(told).toContain(String.raw`Job: unit (22)\n\nFAIL name.test.ts\nReplace`)
  expect(told).toContain('the workflow .github/workflows/test.yml')
  expect(told).not.toContain('lint.md')
  expect(asked(`/actions/runs/${first}/jobs`)).toHaveLength(1)

  const second = await fail(branch, 'Replace "tiger" with "lion" in README.md')
  await until('the server to look at the pull request', () => {
    const requests = world.github.requests()
    const read = requests.findIndex(({ path }) => path.endsWith(`/actions/runs/${second}`))
    return read >= 0 && requests.slice(read).some(({ path }) => path.includes('/pulls?')) ? true : null
  })
  await untilQuiet(world)
  expect(asked(`/actions/runs/${second}/jobs`)).toEqual([])
  expect(await runsOf(world, job.id)).toHaveLength(2)
})

/** Another CI system: its App, installed on the repository, and the failure that it reports on a commit. */
async function otherCi() {
  const registration = { slug: 'acme-ci', webhookUrl: '', webhookSecret: 'x', events: [] }
  const { appId, clientId, privateKeyPem } = world.github.registerApp({
    ...{ ...registration, permissions: { checks: 'write' } },
  })
  const installation = world.github.installApp({ appId, account: 'sandbox-org', repositories: 'all' })
  const post = async (path: string, bearer: string, body: object): Promise<{ token?: string }> => {
    const headers = { authorization: `Bearer ${bearer}`, 'user-agent': 'acme-ci' }
    const answer = await fetch(`${world.github.apiUrl}${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { token?: string }
  }
  const jwt = await appJwt(clientId, privateKeyPem)
  const { token = '' } = await post(`/app/installations/${installation}/access_tokens`, jwt, {})
  const fail = (headSha: string, text: string) =>
    post('/repos/sandbox-org/pets/check-runs', token, {
      ...{ name: 'build (linux)', head_sha: headSha, status: 'completed', conclusion: 'failure' },
      output: { title: 'Broken', summary: text },
    })
  return { appId, fail }
}

test('a failed check run of an App that the settings name is fixed', async () => {
  const { appId, fail: failCheck } = await otherCi()
  const text = `on-ci-failure: fix\nci-checks:\n  - app: ${appId}\n    names: ["build*"]\n`
  const file = { owner: 'sandbox-org', name: 'pets', branch: 'main', path: '.github/prentice.yml' }
  await world.github.commitFile({ ...file, text, message: 'Name the other CI' })
  const created = await createJob(world, 'Replace "dog" with "cow" in README.md')
  const { job } = await pollUntilFinal(world, created.id)
  const { head } = await readPull(world, job.prLink)
  await failCheck(head.sha, 'Replace "cow" with "horse" in README.md')
  const fixed = await until('the check to be fixed', async () => {
    const run = (await runsOf(world, job.id))[1]
    return run !== undefined && run.endedAt !== null ? run : null
  })
  expect(fixed).toMatchObject({ state: 'succeeded', reason: null })
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:README.md')).toBe('A horse.')
})
