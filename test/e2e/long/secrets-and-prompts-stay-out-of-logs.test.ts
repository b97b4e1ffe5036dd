import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, lastRunOf, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { workflowRunOf } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
let gitCalls: string
const path = process.env.PATH ?? ''
beforeAll(async () => {
  world = await startTestWorld(undefined, { appEnvironment: { LOG_LEVEL: 'trace' } })
  gitCalls = await wrapGit(join(world.directory, 'bin'))
})
afterAll(async () => {
  process.env.PATH = path
  await world?.close()
})

/** A `git` before the real one that writes down with which words it was called. */
async function wrapGit(directory: string): Promise<string> {
  const log = join(directory, 'calls.log')
  const real = path.split(':').map((folder) => join(folder, 'git'))
  await mkdir(directory)
  await writeFile(
    join(directory, 'git'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nfor git in ${real.map((file) => `'${file}'`).join(' ')}; do\n  [ -x "$git" ] && exec "$git" "$@"\ndone\nexit 127\n`,
  )
  await chmod(join(directory, 'git'), 0o755)
  process.env.PATH = `${directory}:${path}`
  return log
}

/** The environment of the app, as the system shows it. */
async function appEnvironment(): Promise<Record<string, string>> {
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (line.includes('src/app/main.ts') && environment.includes(`PUBLIC_URL=${world.baseUrl}\0`))
      return Object.fromEntries(environment.split('\0').map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
  }
  throw new Error('the app is not running')
}

/** The bytes of the store, its write-ahead log included. */
async function storeBytes(databaseUrl: string): Promise<string> {
  const file = databaseUrl.replace(/^sqlite:/, '')
  const parts = [file, `${file}-wal`].map((part) => readFile(part, 'latin1').catch(() => ''))
  return (await Promise.all(parts)).join('')
}

/** Secrets whose values nobody outside knows, by their forms. */
const FORMS = {
  'a token of the installation': /ghs_[\w.]{20}/,
  'a token in base64, as git sends it': new RegExp(Buffer.from('x-access-token:').toString('base64')),
  'an identity token': /eyJ[\w-]{20,}\.eyJ[\w-]{20,}/,
  'the key of the model': /sk-ant-sandbox-[0-9a-f]{24}/,
  'a run secret': /(?<![\w-])[\w-]{43}(?![\w-])/,
  'a private key': /PRIVATE KEY-----/,
}

function secretsIn(text: string, known: Readonly<Record<string, string>>): string[] {
  const byForm = Object.entries(FORMS).filter(([, form]) => form.test(text))
  const byValue = Object.entries(known).filter(([, value]) => text.includes(value))
  return [...byForm, ...byValue].map(([name]) => name)
}

interface LogLine {
  readonly msg: string
  readonly path?: string
  readonly requestId?: string
  readonly job?: string
  readonly run?: number
  readonly delivery?: string
}

/** What the app logged; Node's own warnings are no lines of its log. */
const logLines = (): LogLine[] =>
  world.told
    .map((line) => line.replace(/^app: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test("every line of a job's way says which job and run it is about, and none quotes the prompt", async () => {
  const prompt = 'Create remarks.md with "An unmistakable sentence, 7c1e"'
  const before = world.told.length
  const { id } = await createJob(world, prompt)
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  await world.github.settled()
  const guids = new Set(world.github.deliveries().map(({ guid }) => guid))
  const hooks = () => logLines().filter(({ path }) => path === '/api/github/webhooks')
  await until('the last webhook to be logged', () => (hooks().length >= guids.size ? true : null))
  // The job's end is answered before the line of what led to it has come through the pipe.
  const READ_BACK = /^GitHub request: GET \S+\/pulls\/\d+ - 200/
  const found = () => logLines().filter((line) => line.job === id)
  await until('the read-back to be logged', () => found().some(({ msg }) => READ_BACK.test(msg)) || null)

  const ours = found()
  const requests = ours.filter(({ msg }) => msg === 'request')
  expect(requests.every(({ requestId }) => typeof requestId === 'string')).toBe(true)
  const paths = requests.map(({ path = '' }) => path.replace(/run_\w+/, 'RUN').replace(id, 'JOB'))
  for (const path of [
    `/v2/agent/${world.projectId}/job`,
    '/runner/v1/claim',
    '/runner/v1/runs/RUN/events',
    '/runner/v1/runs/RUN/push-token',
    '/runner/v1/runs/RUN/result',
  ]) {
    expect(paths).toContain(path)
  }
  const runner = requests.filter(({ path }) => path?.startsWith('/runner/'))
  expect(new Set(runner.map(({ run }) => run))).toEqual(new Set([1]))
  // What the timers do for it, GitHub's answers included.
  const asked = (form: RegExp) => ours.filter(({ msg }) => form.test(msg)).map(({ run }) => run)
  expect(asked(/^GitHub request: POST \S+\/dispatches - 200/)).toEqual([1])
  expect(asked(READ_BACK)).toEqual([1])
  expect(hooks().filter(({ delivery = '' }) => !guids.has(delivery))).toEqual([])

  const text = world.told.slice(before).join('\n')
  expect(text.length).toBeGreaterThan(1_000)
  expect(text).not.toContain('unmistakable')
})

test('no secret is printed, stored in clear, or on a command line', async () => {
  const environment = await appEnvironment()
  const { PRIVATE_KEY = '', WEBHOOK_SECRET = '', DATABASE_URL = '' } = environment
  const known = {
    'the API key': world.apiKey,
    'the webhook secret': WEBHOOK_SECRET,
    'a line of the private key': PRIVATE_KEY.split('\n')[3] ?? '',
    "the owner's token": world.githubToken,
  }
  expect(Object.values(known).filter((value) => value.length < 20)).toEqual([])
  // What is looked for is found where it does belong.
  expect(secretsIn(Object.values(environment).join('\n'), known)).toEqual(
    expect.arrayContaining(['a private key', 'the webhook secret', 'a line of the private key']),
  )

  const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  // The push token's revocation fails, so that it lies in the store and its request in the log.
  world.github.failNext(/^DELETE \/installation\/token/, 502)
  const second = await createJob(world, 'Create notes.md with "Hello"')
  await until('the app to tell of the failure', () =>
    world.told.some((line) => line.includes('GitHub is not available')) ? true : null,
  )

  const runs = [await lastRunOf(world, id), await lastRunOf(world, second.id)]
  const reports = runs.map((run) => workflowRunOf(world, run))
  const places = {
    'the log of the app': world.told.join('\n'),
    'the logs of the workflow runs': reports.flatMap(({ log }) => log).join('\n'),
    'their summaries and outputs': JSON.stringify(reports.map(({ summary, outputs }) => [summary, outputs])),
    'the store': await storeBytes(DATABASE_URL),
    'the command lines of git': await readFile(gitCalls, 'utf8'),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length).toBeGreaterThan(100)
    expect({ place, secrets: secretsIn(text, known) }).toEqual({ place, secrets: [] })
  }
  expect(places['the command lines of git']).toContain('push')
  expect(places['the store']).toContain('encryptedToken')
})
