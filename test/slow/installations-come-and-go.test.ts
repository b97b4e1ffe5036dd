import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentJob } from '../../src/contract/job.ts'
import type { ReasonCode } from '../../src/contract/reasons.ts'
import {
  call,
  createJob,
  lastRunOf,
  pollUntilFinal,
  readJob,
  until,
  WHILE_IN_DOUBT,
} from '../support/world/jobs.ts'
import { workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const AGENT = /group\]Let the agent work/

let world: TestWorld
let owner: string
let installationId: number
beforeAll(async () => {
  world = await startTestWorld()
  owner = world.repository.split('/')[0] ?? ''
})
afterAll(() => world?.close())

interface ListedProject {
  readonly id: string
  readonly repository: string
}

const listProjects = async (query = ''): Promise<ListedProject[]> => {
  const headers = { authorization: `Bearer ${world.apiKey}` }
  const response = await fetch(`${world.baseUrl}/v2/projects${query}`, { headers })
  return ((await response.json()) as { projects: ListedProject[] }).projects
}

const errorOf = async (response: Response) => ({
  status: response.status,
  error: ((await response.json()) as { error?: string }).error,
})

const install = async (repositories: readonly string[]): Promise<void> => {
  installationId = world.github.installApp({ appId: world.appId, account: owner, repositories })
  await world.github.settled()
}

const change = async (what: Parameters<typeof world.github.changeInstallation>[1]): Promise<void> => {
  world.github.changeInstallation(installationId, what)
  await world.github.settled()
}

const completedJob = async (prompt: string): Promise<AgentJob> => {
  const { job } = await pollUntilFinal(world, (await createJob(world, prompt)).id)
  expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })
  return job
}

/** A job whose agent is at work. */
async function workingJob(name: string): Promise<AgentJob> {
  const job = await createJob(world, `Wait 1 seconds\nCreate ${name}.md with "${name}"`)
  await until('the agent to work', async () => {
    const run = await lastRunOf(world, job.id)
    const isAtWork =
      run.workflowRunUrl !== null && workflowRunOf(world, run).log.some((line) => AGENT.test(line))
    return isAtWork ? true : null
  })
  return job
}

async function failsWith(id: string, code: ReasonCode): Promise<void> {
  const { job, reason } = await pollUntilFinal(world, id, WHILE_IN_DOUBT)
  expect({ ...job, reason }).toMatchObject({ status: 'failed', prLink: null, reason: code })
}

let first: AgentJob
test('installed anew on chosen repositories, the project is the same one', async () => {
  world.github.changeInstallation(world.installationId, { kind: 'delete' })
  await world.github.settled()
  await install(['pets'])
  expect(await listProjects(`?repository=${world.repository}`)).toMatchObject([{ id: world.projectId }])
  first = await completedJob('Create one.md with "1"')
})

test('a repository taken out keeps its jobs readable and gets no new ones, until it is added again', async () => {
  await change({ kind: 'remove', repositories: ['pets'] })
  const refused = {
    status: 404,
    error: expect.stringMatching(/not installed on .*\/pets; install it again/),
  }
  expect(await errorOf(await call(world, '/job', { prompt: 'Create no.md with "no"' }))).toEqual(refused)
  expect(await errorOf(await call(world, `/job/${first.id}/message`, { prompt: 'More' }))).toEqual(refused)
  expect(await readJob(world, first.id)).toEqual(first)
  expect(await lastRunOf(world, first.id)).toMatchObject({ state: 'succeeded' })

  await change({ kind: 'add', repositories: ['pets'] })
  await completedJob('Create two.md with "2"')
})

test('a suspended installation fails the running job and the next one, with its reason', async () => {
  const { id } = await workingJob('three')
  await change({ kind: 'suspend' })
  await failsWith(id, 'app-suspended')
  await failsWith((await createJob(world, 'Create four.md with "4"')).id, 'app-suspended')
  await change({ kind: 'unsuspend' })
  await completedJob('Create four.md with "4"')
})

test('a deleted installation fails the running job, with its reason', async () => {
  const { id } = await workingJob('five')
  await change({ kind: 'delete' })
  await failsWith(id, 'app-uninstalled')
  await install(['pets'])
})

test('a repository that was added while the app was down is a project when the app is up again', async () => {
  await world.github.createRepository({ owner, name: 'plants', from: world.gitDirectory })
  await world.stopApp()
  await change({ kind: 'add', repositories: ['plants'] })
  await world.startApp()
  const [plants] = await until('the app to know the new repository', async () => {
    const found = await listProjects(`?repository=${owner}/plants`)
    return found.length > 0 ? found : null
  })
  expect(plants?.repository).toBe(`${world.githubUrl}/${owner}/plants`)
  const access = { ...world, projectId: plants?.id ?? '' }
  const { id } = await createJob(access, 'Create fern.md with "green"')
  expect((await pollUntilFinal(access, id)).job.status).toBe('completed')
})

test('a renamed repository stays the same project, under its new address', async () => {
  world.github.renameRepository({ owner, name: 'pets', to: 'animals' })
  await world.github.settled()
  expect(await listProjects(`?repository=${owner}/animals`)).toMatchObject([{ id: world.projectId }])
  const job = await completedJob('Create six.md with "6"')
  expect(job.source.repository).toBe(`${world.githubUrl}/${owner}/animals`)
  expect(job.prLink).toMatch(/\/animals\/pull\/\d+$/)
})

test('an account that is not allowed gets no project, at its installation and at the start', async () => {
  const before = await listProjects()
  world.github.createAccount({ login: 'strangers', type: 'Organization' })
  const { id } = await world.github.createRepository({ owner: 'strangers', name: 'things' })
  world.github.installApp({ appId: world.appId, account: 'strangers', repositories: 'all' })
  await world.github.settled()
  await world.stopApp()
  await world.startApp()
  expect(world.told.filter((line) => line.includes('the account is not in ALLOWED_ACCOUNTS'))).toHaveLength(1)
  expect(await listProjects()).toEqual(before)
  expect((await call({ ...world, projectId: `prj_${id.toString(36)}` }, '/job/x')).status).toBe(404)
})
