import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Command, processesOf, runCommand } from '../support/processes/command.ts'
import { createJob, pollUntilFinal, until, untilRunIs } from '../support/world/jobs.ts'

const SERVE = 'sandbox/serve.ts'
const FIELDS = [
  ...[
    'baseUrl',
    'dashboardUrl',
    'projectId',
    'apiKey',
    'githubUrl',
    'githubApiUrl',
    'githubToken',
    'people',
    'app',
  ],
  ...['repository', 'operatorFile'],
]

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) {
    command.kill('SIGTERM')
    await command.ended
    await command.remove()
  }
})

async function serve(args: string[] = [], env: Record<string, string> = {}): Promise<Command> {
  const command = await runCommand(SERVE, ['--json', ...args], env)
  commands.push(command)
  return command
}

interface Served {
  readonly baseUrl: string
  readonly projectId: string
  readonly apiKey: string
  readonly githubUrl: string
  readonly githubApiUrl: string
  readonly githubToken: string
  readonly repository: string
}
const servedBy = async (command: Command): Promise<Served> => JSON.parse(await command.firstLine)

const statusOf = async (url: string, token?: string): Promise<number> => {
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  await response.body?.cancel()
  return response.status
}

/** Asserts that the command ends successfully and without leftovers. */
async function endsCleanly(command: Command, signal: NodeJS.Signals): Promise<string> {
  command.kill(signal)
  const { code, stdout } = await command.ended
  expect(code).toBe(0)
  expect(await command.leftovers()).toEqual([])
  return stdout
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'one line is printed, all parts respond, and %s during a job ends everything',
  async (signal) => {
    const command = await serve()
    const served = await servedBy(command)
    expect(Object.keys(served)).toEqual(FIELDS)
    expect(await statusOf(`${served.baseUrl}/readyz`)).toBe(200)
    expect(await statusOf(`${served.baseUrl}/v2/projects`, served.apiKey)).toBe(200)
    expect(await statusOf(`${served.githubUrl}/${served.repository}`)).toBe(200)
    const repository = `${served.githubApiUrl}/repos/${served.repository}`
    expect(await statusOf(`${repository}/actions/runs`, served.githubToken)).toBe(200)

    const { id } = await createJob(served, 'Wait 600 seconds')
    await untilRunIs(served, id, 'running')
    const stdout = await endsCleanly(command, signal)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  },
)

test('SIGTERM during the start ends everything', async () => {
  const command = await serve()
  await until('the app to be started', async () =>
    (await processesOf(command.temp)).some((line) => line.includes('src/app/main.ts')) ? true : null,
  )
  expect(await endsCleanly(command, 'SIGTERM')).toBe('')
})

test('an app that is killed during a job is restarted, and the job completes', async () => {
  const command = await serve()
  const served = await servedBy(command)
  const { id } = await createJob(served, 'Wait 2 seconds\nCreate notes.md with "Hello"')
  await untilRunIs(served, id, 'running')
  const app = (await processesOf(command.temp)).find((line) => line.includes('src/app/main.ts'))
  process.kill(Number(app?.split(' ')[0]), 'SIGKILL')
  await until('the app to be back', async () =>
    (await statusOf(`${served.baseUrl}/readyz`).catch(() => 0)) === 200 ? true : null,
  )
  const { job } = await pollUntilFinal(served, id)
  expect(job.status).toBe('completed')
  command.kill('SIGTERM')
  const { stderr } = await command.ended
  expect(stderr).toMatch(/app: it crashed \(SIGKILL\)(.|\n)*app: it was restarted/)
})

test('DATABASE_URL in the environment selects the database', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-database-'))
  try {
    const path = join(directory, 'jobs.db')
    const command = await serve([], { DATABASE_URL: `sqlite:${path}` })
    const { id } = await createJob(await servedBy(command), 'Is everything all right?')
    await endsCleanly(command, 'SIGTERM')
    expect(await readFile(path, 'latin1')).toContain(id)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a failed start of the app is reported once', async () => {
  const command = await serve([], { DATABASE_URL: 'postgres://user:hunter2@host/jobs' })
  const { code, stdout, stderr } = await command.ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: the app ended instead of starting:\n/)
  expect(stderr.split('DATABASE_URL').length - 1).toBe(1)
  expect(await command.leftovers()).toEqual([])
})

test('two sandboxes can run simultaneously', async () => {
  const [one, other] = await Promise.all([serve().then(servedBy), serve().then(servedBy)])
  expect(one.baseUrl).not.toBe(other.baseUrl)
  expect(await statusOf(`${one.baseUrl}/v2/projects`, one.apiKey)).toBe(200)
  expect(await statusOf(`${other.baseUrl}/v2/projects`, other.apiKey)).toBe(200)
  expect(await statusOf(`${other.baseUrl}/v2/projects`, one.apiKey)).toBe(401)
})

test('a port in use and a folder without a repository are named in the error', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await until('a port to be taken', () => taken.address())
  const address = taken.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const busy = await (await serve(['--port', port])).ended
  taken.close()
  expect(busy).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(`port ${port} is in use`) })

  const lost = await serve(['--repo', tmpdir()])
  const { code, stdout, stderr } = await lost.ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(`error: ${tmpdir()} is not a git repository: choose one with --repo\n`)
  expect(await lost.leftovers()).toEqual([])
  await expect(stat(join(tmpdir(), '.git'))).rejects.toThrow('ENOENT')
})
