import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { behindTls, describeWithGh } from '../cli/init-scene.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

describeWithGh('prentice init with a server', () => {
  let world: TestWorld
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    world = await startTestWorld(undefined, { dialect: 'enterprise' })
    environment = {
      ...{ PATH: process.env.PATH ?? '', HOME: world.directory },
      ...{ PRENTICE_URL: world.baseUrl, PRENTICE_API_KEY: world.apiKey },
      GH_ENTERPRISE_TOKEN: world.people.find(({ role }) => role === 'admin')?.token ?? '',
    }
  })
  afterAll(() => world?.close())

  /** As somebody who calls it for this repository. */
  async function init(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const { run } = await commandLine()
    const { host, certificate } = await behindTls(world.github, world.directory)
    const addresses = { GH_HOST: host, SSL_CERT_FILE: certificate }
    return run(['init', '--server', world.baseUrl, ...args], {
      environment: { ...environment, ...addresses, ...more },
    })
  }

  test('where the App and the workflow are, the first job starts', async () => {
    const args = ['--repo', world.repository, 'Replace "dog" with "cat" in README.md']
    const { code, out, notes } = await init(args)
    expect(notes).toContain('The App is installed, and main has the workflow.')
    expect(out).toMatch(/completed\thttp:\S+\/pull\/\d+\n$/)
    expect(code).toBe(0)
  })

  test('where the App, the workflow or the key is missing, a sentence says where to go', async () => {
    const { github } = world
    const [owner = ''] = world.repository.split('/')
    await github.createRepository({ owner, name: 'bare' })
    github.createAccount({ login: 'elsewhere', type: 'Organization' })
    await github.createRepository({ owner: 'elsewhere', name: 'other' })
    const bare = await init(['--repo', `${owner}/bare`])
    expect(bare.notes).toMatch(
      /main of \S+\/bare has no \.github\/workflows\/prentice\.yml: \*Add the file\*, at http\S+\/dashboard\/projects/,
    )
    const other = await init(['--repo', 'elsewhere/other'])
    expect(other.notes).toMatch(
      /the App of \S+ is not installed on elsewhere\/other, or your key does not cover it: \S+\/dashboard has the link/,
    )
    const unknown = await init(['--repo', world.repository], { PRENTICE_API_KEY: '' })
    expect(unknown.notes).toMatch(/you are not signed in to \S+: run `prentice login/)
    expect([bare.code, other.code, unknown.code]).toEqual([1, 1, 4])
  })
})
