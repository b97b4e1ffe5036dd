import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Command, type Ended, runCommand } from '../support/processes/command.ts'
import { serverEnvironment } from '../support/world/server-environment.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

interface Finding {
  readonly check: string
  readonly status: string
  readonly text: string
  readonly todo: string | null
}

const PATH_OF_WORKFLOW = '.github/workflows/prentice.yml'
const commands: Command[] = []
let world: TestWorld
let environment: Record<string, string>
let workflow: string
beforeAll(async () => {
  world = await startTestWorld()
  environment = await serverEnvironment(world)
  workflow = await readWorkflow()
})
afterAll(() => world?.close())
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

async function doctor(args: string[] = [], changed: Record<string, string> = {}): Promise<Ended> {
  const command = await runCommand('src/app/doctor/cli.ts', args, { ...environment, ...changed })
  commands.push(command)
  return command.ended
}

async function findings(
  changed: Record<string, string> = {},
): Promise<{ code: number | null; found: Finding[] }> {
  const { code, stdout } = await doctor(['--json'], changed)
  const told = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  expect(told.ok).toBe(code === 0)
  return { code, found: told.findings }
}

const notOk = ({ found }: { found: Finding[] }): Finding[] => found.filter(({ status }) => status !== 'ok')

const [owner = '', name = ''] = ['sandbox-org', 'pets']
const commitWorkflow = (text: string): Promise<string> =>
  world.github.commitFile({ owner, name, branch: 'main', path: PATH_OF_WORKFLOW, text, message: 'Change it' })

async function readWorkflow(): Promise<string> {
  const answer = await fetch(`${world.githubApiUrl}/repos/${owner}/${name}/contents/${PATH_OF_WORKFLOW}`, {
    headers: { authorization: `Bearer ${world.githubToken}` },
  })
  const { content } = (await answer.json()) as { content: string }
  return Buffer.from(content, 'base64').toString()
}

test('a world that works: one line for each check, all ok', async () => {
  const { code, stdout, stderr } = await doctor()
  expect(stderr).toBe('')
  expect(stdout.split('\n').map((line) => line.slice(0, 19).trim())).toEqual([
    'ok    configuration',
    'ok    pace',
    'ok    store',
    // A machine of the tests may be short of space.
    expect.stringMatching(/^(ok|warn) +disk$/),
    'ok    clock',
    'ok    credentials',
    'ok    permissions',
    'ok    events',
    'ok    dashboard',
    'ok    webhook',
    'ok    deliveries',
    'ok    action',
    'ok    installation',
    'ok    project',
    '',
  ])
  expect(code).toBe(0)
})

test('a configuration with holes names each of them and goes no further', async () => {
  const { code, found } = await findings({ PUBLIC_URL: '', APP_ID: 'x' })
  expect(code).toBe(1)
  expect(found.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'configuration fail',
    'configuration fail',
  ])
  expect(found.map(({ text }) => text.split(':')[0]).sort()).toEqual(['APP_ID', 'PUBLIC_URL'])
})

test('a key of another App', async () => {
  const { code, found } = await findings({ APP_ID: '999999' })
  expect([code, notOk({ found }).at(-1)]).toEqual([
    1,
    expect.objectContaining({
      check: 'credentials',
      text: expect.stringContaining('APP_ID, PRIVATE_KEY and the clock'),
    }),
  ])
})

test('permissions that are missing, and some too many', async () => {
  const optional = { checks: 'write', issues: 'write', members: 'read' } as const
  const needed = { actions: 'write', contents: 'write', metadata: 'read', pull_requests: 'write' } as const
  const all = { ...needed, ...optional }
  world.github.changePermissions(world.appId, { ...all, contents: 'read' })
  const { code, found } = await findings()
  expect([code, notOk({ found })]).toEqual([
    1,
    [
      expect.objectContaining({ check: 'permissions', text: 'the App lacks contents: write' }),
      expect.objectContaining({ check: 'permissions', text: 'sandbox-org lacks contents: write' }),
    ],
  ])
  world.github.changePermissions(world.appId, needed)
  const less = await findings()
  expect([less.code, notOk(less).map(({ status }) => status)]).toEqual([0, ['warn', 'warn']])
  world.github.changePermissions(world.appId, { ...all, secrets: 'read' })
  const more = await findings()
  expect([more.code, notOk(more)]).toEqual([
    0,
    [
      expect.objectContaining({
        check: 'permissions',
        status: 'warn',
        text: expect.stringContaining('(secrets)'),
      }),
    ],
  ])
  world.github.changePermissions(world.appId, all)
})

test('a webhook that leads elsewhere, and deliveries that fail', async () => {
  const elsewhere = 'http://127.0.0.1:9/api/github/webhooks'
  world.github.changeWebhookUrl(world.appId, elsewhere)
  await commitWorkflow(`${workflow}\n`)
  await world.github.settled()
  const { code, found } = await findings()
  expect([code, notOk({ found })]).toEqual([
    1,
    [
      expect.objectContaining({ check: 'webhook', text: `GitHub sends to ${elsewhere}` }),
      expect.objectContaining({ check: 'deliveries', text: expect.stringContaining('no answer') }),
    ],
  ])
  world.github.changeWebhookUrl(world.appId, `${world.baseUrl}/api/github/webhooks`)
  await commitWorkflow(`${workflow}\n# again\n`)
  await world.github.settled()
  const after = await findings()
  expect([after.code, notOk(after)]).toEqual([
    0,
    [
      expect.objectContaining({
        check: 'deliveries',
        status: 'warn',
        text: expect.stringMatching(/^\d+ of the last \d+/),
      }),
    ],
  ])
})

test.each<[string, (text: string) => string, string]>([
  [
    'of another server',
    (text) => text.replace(world.baseUrl, 'https://other.example.com'),
    '`app-url` is "https://other',
  ],
  ['without the input', (text) => text.replace(/^ {6}run:\n( {8}.*\n)+/m, ''), 'lacks the input `run`'],
  [
    'without its token',
    (text) => text.replace(/^ {2}id-token: write$/m, '  contents: read'),
    'lacks `id-token: write`',
  ],
  ['without its name', (text) => text.replace(/^run-name:.*$/m, ''), 'the line `run-name` is missing'],
])('a workflow file %s', async (_, change, told) => {
  const changed = change(workflow)
  expect(changed).not.toBe(workflow)
  await commitWorkflow(changed)
  const { code, found } = await findings()
  await commitWorkflow(`${workflow}\n`)
  expect(code).toBe(1)
  expect(found.filter(({ check }) => check === 'project')).toEqual([
    expect.objectContaining({ status: 'fail', text: expect.stringContaining(told) }),
  ])
})

test('settings that the server would refuse', async () => {
  const path = '.github/prentice.yaml'
  const commit = (text: string): Promise<string> =>
    world.github.commitFile({ owner, name, branch: 'main', path, text, message: 'Change the settings' })
  await commit('draft: maybe\n')
  const { code, found } = await findings()
  await commit('draft: true\n')
  expect([code, found.at(-1)]).toEqual([
    1,
    expect.objectContaining({
      text: `${world.repository}, ${path}: line 1, column 8: draft must be true or false`,
    }),
  ])
  expect((await findings()).code).toBe(0)
})

test('a workflow that is disabled, an account that is not allowed, a suspended installation', async () => {
  const disable = (what: string): Promise<Response> =>
    fetch(`${world.githubApiUrl}/repos/${owner}/${name}/actions/workflows/prentice.yml/${what}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${world.githubToken}` },
    })
  expect((await disable('disable')).status).toBe(204)
  const disabled = await findings()
  await disable('enable')
  expect(disabled.found.at(-1)).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('disabled_manually'),
  })

  const stranger = await findings({ ALLOWED_ACCOUNTS: 'somebody-else' })
  expect([stranger.code, stranger.found.at(-1)?.text]).toEqual([0, 'sandbox-org is not in ALLOWED_ACCOUNTS'])

  world.github.changeInstallation(world.installationId, { kind: 'suspend' })
  const suspended = await findings()
  world.github.changeInstallation(world.installationId, { kind: 'unsuspend' })
  expect([suspended.code, suspended.found.at(-1)?.text]).toEqual([0, 'sandbox-org has suspended it'])
})

test('a store that is not there yet, one that is no database, and one nobody can reach', async () => {
  const folder = world.directory
  const missing = await findings({ DATABASE_URL: `sqlite:${folder}/none.db` })
  expect(missing.code).toBe(0)
  expect(missing.found).toContainEqual(expect.objectContaining({ check: 'store', status: 'warn' }))
  const broken = await findings({ DATABASE_URL: `sqlite:${folder}/pets/README.md` })
  expect(broken.code).toBe(1)
  expect(broken.found[2]).toMatchObject({ check: 'store', text: expect.stringContaining('is damaged') })
  const nowhere = await findings({ DATABASE_URL: `sqlite:${folder}/no/such/p.db` })
  expect(nowhere.found[2]).toMatchObject({
    check: 'store',
    status: 'fail',
    text: expect.stringContaining('ENOENT'),
  })
})

test('nothing secret is printed, and nothing but --json is taken', async () => {
  const { stdout, stderr } = await doctor()
  const secret = environment.WEBHOOK_SECRET ?? 'none'
  expect(stdout + stderr).not.toContain(secret)
  expect(stdout + stderr).not.toContain('PRIVATE KEY-----')
  const wrong = await doctor(['--all'])
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
})
