import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realGit } from '../support/action/real-git.ts'
import { type Ended, runCommand, runProgram } from '../support/processes/command.ts'

const DEMO = 'sandbox/demo.ts'

let directory: string
let repository: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prentice-demo-'))
  repository = join(directory, 'pets')
  await mkdir(repository)
  await writeFile(join(repository, 'a.txt'), 'two\n')
  const git = realGit(repository)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Say a number'],
  ])
    expect(await git(args)).toMatchObject({ code: 0 })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function demo(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const command = await runCommand(DEMO, args, env)
  try {
    const ended = await command.ended
    expect(await command.leftovers()).toEqual([])
    return ended
  } finally {
    await command.remove()
  }
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1

test('the pull request comes first, then its diff, and last what the demo cannot do', async () => {
  const { code, stdout, stderr } = await demo([
    '--repo',
    repository,
    '--prompt',
    'Replace "two" with "2" in a.txt',
  ])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('-two\n+2\n')
  expect(stdout).toMatch(
    /\npull request {2}http.*\/pull\/1\n[\s\S]*\n-two\n\+2\n[\s\S]*\nmodel {3}a script\. It understands only lines of these forms:\n[\s\S]*\nThe demo and its links end now\. `npm run sandbox` starts the same and keeps it running\.\n$/,
  )
  expect(stdout.match(/npm run demo -- --prompt '/g)).toHaveLength(3)
  expect(stdout).not.toContain('uncommitted')
})

test('a line that the model does not understand is named in the summary; uncommitted changes and a long prompt are noted', async () => {
  const untracked = join(repository, 'untracked.txt')
  await writeFile(untracked, 'x')
  const { code, stdout, stderr } = await demo([
    '--repo',
    repository,
    '--prompt',
    `Wait 0 seconds\n${'Please tidy up. '.repeat(100)}`,
  ])
  await rm(untracked)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('No file was changed, so there is no pull request.\n')
  expect(timesIn(stdout, 'I did not understand')).toBe(1)
  expect(timesIn(stdout, 'your uncommitted changes are not included\n')).toBe(1)
  expect(timesIn(stdout, 'Please tidy up.')).toBeLessThan(20)
  expect(stdout).toContain(' … (1615 characters)\n')
})

test('without a real model, a prompt of ordinary sentences is refused before anything starts', async () => {
  const { code, stdout, stderr } = await demo(['--repo', repository, '--prompt', 'Please tidy up.'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^error: without the key of a real model, .* does not understand this prompt\.\n/)
  expect(stderr).toContain('OPENAI_COMPATIBLE_BASE_URL')
})

test.each([1, 5, 25])(
  'a reader that closes the pipe after %i lines ends the demo silently',
  async (lines) => {
    const pipe = `'${process.execPath}' ${DEMO} --repo '${repository}' | head -n ${lines}`
    const command = await runProgram('/bin/sh', ['-c', pipe], {})
    try {
      const { stdout, stderr } = await command.ended
      expect(stderr).toBe('')
      expect(stdout.trimEnd().split('\n')).toHaveLength(lines)
      expect(await command.leftovers()).toEqual([])
    } finally {
      await command.remove()
    }
  },
)

test('--help prints usage; a URL, a missing folder and a missing git are errors that say what to do', async () => {
  expect(await demo(['--help'])).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^npm run demo -- \[options\]\n(.|\n)*--repo PATH(.|\n)*Delete PATH\n/),
  })
  expect(await demo(['--repo', 'https://github.com/owner/name'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: --repo takes a local path, not a URL: clone it first .*\n$/),
  })
  const nowhere = join(directory, 'nowhere')
  expect(await demo(['--json', '--repo', nowhere])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${nowhere} does not exist: choose a local git repository with --repo\n`,
  })
  expect(await demo(['--json'], { PATH: directory })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: git is required, but is not in PATH: install it (https://git-scm.com/downloads)\n',
  })
})

test('--verbose prints the complete log of the app', async () => {
  const { code, stderr } = await demo(['--json', '--verbose', '--repo', repository])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^app: \{"level":30,/m)
})
