import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../support/processes/command.ts'
import { createJob, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { serverEnvironment } from '../../support/world/server-environment.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

const OWNER = 'sandbox-org'
const APP = '/settings/apps/prentice-sandbox/permissions'
const NEW = '/apps/prentice-sandbox/installations/new'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

/** Runs a command of an operator with what the sandbox's file gives them, and nothing else. */
async function command(program: string, ...args: string[]) {
  const running = await runCommand(`src/app/${program}.ts`, args, await serverEnvironment(world))
  const { code, stdout, stderr } = await running.ended
  await running.remove()
  return { code, text: stdout + stderr }
}

/** As an owner, over the API of the sandbox's GitHub. */
async function asOwner(method: string, path: string, body: object = {}) {
  const { token = '' } = world.people.find(({ role }) => role === 'admin') ?? {}
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${world.githubApiUrl}${path}`, { method, headers, body: JSON.stringify(body) })
  expect([path, answer.status < 300]).toEqual([path, true])
}

const send = (path: string, fields: Record<string, string>) =>
  fetch(`${world.githubUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

/** A link on the page where the App is installed. */
async function linkTo(text: string): Promise<string> {
  const page = await (await fetch(`${world.githubUrl}${NEW}`)).text()
  const [, link = ''] = new RegExp(`href="([^"]+)">${text} ${OWNER}<`).exec(page) ?? []
  return link.replaceAll('&amp;', '&')
}

const projectOf = async (name: string): Promise<string | null> => {
  const url = `${world.baseUrl}/v2/projects?repository=${OWNER}/${name}`
  const found = await fetch(url, { headers: { authorization: `Bearer ${world.apiKey}` } })
  const { projects } = (await found.json()) as { projects: { id: string }[] }
  return projects[0]?.id ?? null
}

/** A new repository of the organisation, and its project. */
async function givenRepository(name: string): Promise<string> {
  await asOwner('POST', `/orgs/${OWNER}/repos`, { name, private: true, auto_init: true })
  return until(`the project of ${name}`, () => projectOf(name))
}

const worksIn = async (projectId: string, prompt: string) => {
  const access = { ...world, projectId }
  const { id } = await createJob(access, prompt)
  return (await pollUntilFinal(access, id)).job.status
}

test('the variables of the file and the pages of GitHub lead from a new repository to its first job', async () => {
  const shop = await givenRepository('shop')
  const link = await command('onboarding/cli')
  expect(link.text).toMatch(/^link +sandbox-org\/shop +http/m)

  const asked = { actions: 'write', contents: 'write', pull_requests: 'write', workflows: 'write' }
  await send(APP, asked)
  expect((await command('doctor/cli')).text).toContain('sandbox-org lacks checks: write')
  await send(await linkTo('Configure'), { action: 'accept' })
  // The server may be faster, or in the middle of it: it opens the pull requests of a small installation itself.
  await until('the pull request of shop', async () => {
    const { text } = await command('onboarding/cli')
    return /^(opened|nothing) +sandbox-org\/shop/m.test(text) ? text : null
  })
  await asOwner('PUT', `/repos/${OWNER}/shop/pulls/1/merge`)
  expect(await worksIn(shop, 'Create docs/a.md with "A"')).toBe('completed')
})

test('an App that was uninstalled returns to the same projects', async () => {
  const before = await givenRepository('store')
  await send(await linkTo('Configure'), { action: 'uninstall' })
  await until('no project', async () => ((await projectOf('store')) === null ? true : null))
  expect((await command('doctor/cli')).text).toContain('the App is installed nowhere')
  await send(await linkTo('Install'), { selection: 'all' })
  expect(await until('the project of store', () => projectOf('store'))).toBe(before)
  expect(await worksIn(world.projectId, 'Create docs/b.md with "B"')).toBe('completed')
})
