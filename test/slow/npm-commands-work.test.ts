import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realGit } from '../support/action/real-git.ts'
import { type Command, processesOf, runProgram } from '../support/processes/command.ts'
import { createJob, until, untilRunIs } from '../support/world/jobs.ts'

const PROJECT = join(import.meta.dirname, '../..')

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prentice-npm-'))
  const pets = join(directory, 'pets')
  await mkdir(pets)
  await writeFile(join(pets, 'a.txt'), 'two\n')
  const git = realGit(pets)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Say a number'],
  ])
    expect(await git(args)).toMatchObject({ code: 0 })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** npm's own files: its log, its cache, and what Node keeps of npm's compiled code. */
const KEPT_AWAY = {
  npm_config_logs_max: '0',
  npm_config_update_notifier: 'false',
  NODE_DISABLE_COMPILE_CACHE: '1',
}

/** npm, called from `directory`. */
const npmRun = (script: string, ...args: string[]): Promise<Command> =>
  runProgram('npm', ['--prefix', PROJECT, 'run', '--silent', script, '--', ...args], {
    cwd: directory,
    env: { HOME: directory, ...KEPT_AWAY },
  })

test('a relative --repo is meant from where npm was called', async () => {
  const command = await npmRun(
    'demo',
    '--json',
    '--repo',
    'pets',
    '--prompt',
    'Replace "two" with "2" in a.txt',
  )
  try {
    const { code, stdout, stderr } = await command.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      source: { repository: expect.stringMatching(/\/sandbox-org\/pets$/) },
      prLink: expect.stringMatching(/\/pull\/1$/),
    })
  } finally {
    await command.remove()
  }
})

test.each([
  ['SIGTERM to npm', ({ kill }: Command) => kill('SIGTERM')],
  ['SIGINT to the process group, as Ctrl-C sends it', ({ pid }: Command) => process.kill(-pid, 'SIGINT')],
])('%s ends all of it in the middle of a job', async (_what, end) => {
  const command = await npmRun('sandbox', '--json', '--repo', 'pets')
  try {
    const served = JSON.parse(await command.firstLine)
    const { id } = await createJob(served, 'Wait 600 seconds')
    await untilRunIs(served, id, 'running')
    expect((await processesOf(command.temp)).length).toBeGreaterThan(2)
    end(command)
    const { stderr } = await command.ended
    await until('all of it to be gone', async () => ((await command.leftovers()).length === 0 ? true : null))
    expect(stderr).toBe('')
  } finally {
    await command.remove()
  }
})
