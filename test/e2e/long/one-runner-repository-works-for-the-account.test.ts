import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../support/processes/command.ts'
import {
  type Access,
  call,
  cancelJob,
  createJob,
  lastRunOf,
  pollUntilFinal,
  until,
  untilRunIs,
  WHILE_IN_DOUBT,
} from '../../support/world/jobs.ts'
import { pullsOf, rest, workflowRunOf } from '../../support/world/on-github.ts'
import { serverEnvironment } from '../../support/world/server-environment.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

const OWNER = 'sandbox-org'
const PATH = '.github/workflows/prentice.yml'

let world: TestWorld
/** The project of a repository without a workflow and without a secret. */
let handbook: Access
beforeAll(async () => {
  world = await startTestWorld()
  const { github } = world
  const file = { owner: OWNER, branch: 'main', message: 'Start' }
  const { content } = await rest<{ content: string }>(world, `/contents/${PATH}`)
  const workflow = Buffer.from(content, 'base64').toString()
  await github.createRepository({ owner: OWNER, name: 'runner' })
  await github.commitFile({ ...file, name: 'runner', path: PATH, text: workflow })
  await github.createRepository({ owner: OWNER, name: 'handbook' })
  await github.commitFile({ ...file, name: 'handbook', path: 'README.md', text: 'A dog.\n' })
  await github.settled()
  const [runner, target] = await Promise.all(['runner', 'handbook'].map(projectOf))
  expect(runner).toBeDefined()
  handbook = { ...world, projectId: target ?? '' }
})
afterAll(() => world?.close())

const projectOf = (name: string): Promise<string> =>
  until(`the project of ${name}`, async () => {
    const found = await fetch(`${world.baseUrl}/v2/projects?repository=${OWNER}/${name}`, {
      headers: { authorization: `Bearer ${world.apiKey}` },
    })
    const { projects } = (await found.json()) as { projects: { id: string }[] }
    return projects[0]?.id ?? null
  })

async function command(...args: string[]) {
  const script = 'src/app/ops/runner-repository.ts'
  await using running = await runCommandHere(script, args)
  return running.command.ended
}

async function runCommandHere(script: string, args: string[]) {
  const running = await runCommand(script, args, await serverEnvironment(world))
  return { command: running, [Symbol.asyncDispose]: () => running.remove() }
}

const DEFAULT_BRANCH = { owner: OWNER, name: 'runner', branch: 'main' }
const nameIt = () => command('--account', OWNER, '--repository', `${OWNER}/runner`)
const remove = () => command('--account', OWNER, '--remove')

/** The runner repository of the account, as it has to be. */
async function givenRunnerRepository(): Promise<void> {
  world.github.protectBranch(DEFAULT_BRANCH)
  expect((await nameIt()).code).toBe(0)
}

beforeEach(async () => {
  await remove()
  world.github.unprotectBranch(DEFAULT_BRANCH)
})

test('a repository whose default branch is not protected is refused, and nothing changes', async () => {
  const refused = await nameIt()
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(
      `${OWNER}/runner cannot be used yet:\n- No rule protects its default branch main from changes without a review, `,
    ),
  ])
  expect((await command()).stdout).toContain('no account has a runner repository')
  const { id } = await createJob(handbook, 'Create a.md with "1"')
  expect((await pollUntilFinal(handbook, id, WHILE_IN_DOUBT)).reason).toBe('workflow-missing')
}, 240_000)

test('with a runner repository, a repository without a workflow gets its pull request', async () => {
  world.github.protectBranch(DEFAULT_BRANCH)
  const named = await nameIt()
  expect([named.code, named.stdout]).toEqual([0, expect.stringContaining(`All work for ${OWNER} runs in`)])
  expect((await command()).stdout).toMatch(/^sandbox-org {2}sandbox-org\/runner {2}since /)

  const { id } = await createJob(handbook, 'Replace "dog" with "cat" in README.md')
  const { job } = await pollUntilFinal(handbook, id)
  expect(job.status).toBe('completed')
  const run = await lastRunOf(handbook, id)
  expect(run.workflowRunUrl).toContain(`/${OWNER}/runner/actions/runs/`)
  const [pull] = await pullsOf({ ...world, repository: `${OWNER}/handbook` })
  expect(job.prLink).toBe(pull?.html_url)
  expect(await pullsOf({ ...world, repository: `${OWNER}/runner` })).toEqual([])
})

test('a cancelled job ends the workflow run where it runs', async () => {
  await givenRunnerRepository()
  const { id } = await createJob(handbook, 'Wait 600 seconds')
  await untilRunIs(handbook, id, 'running')
  const run = await lastRunOf(handbook, id)
  await cancelJob(handbook, id)
  await until('the end of the workflow run', () =>
    workflowRunOf(world, run).state === 'completed' ? true : null,
  )
  expect((await pollUntilFinal(handbook, id)).reason).toBe('cancelled')
})

test('a runner repository that has lost its protection gets no work, and the job says why', async () => {
  await givenRunnerRepository()
  world.github.unprotectBranch(DEFAULT_BRANCH)
  const { id } = await createJob(handbook, 'Create b.md with "1"')
  expect((await pollUntilFinal(handbook, id)).reason).toBe('runner-repository')
  const { runs } = (await (await call(handbook, `/job/${id}/runs`)).json()) as {
    runs: { reason: { message: string } }[]
  }
  expect(runs[0]?.reason.message).toContain('no rule protects main')
})

test('without a runner repository, each repository needs its own workflow again', async () => {
  await givenRunnerRepository()
  expect((await remove()).code).toBe(0)
  const { id } = await createJob(handbook, 'Create c.md with "1"')
  expect((await pollUntilFinal(handbook, id, WHILE_IN_DOUBT)).reason).toBe('workflow-missing')
}, 240_000)
