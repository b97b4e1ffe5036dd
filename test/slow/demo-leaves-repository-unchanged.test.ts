import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realGit } from '../support/action/real-git.ts'
import { type Ended, runCommand } from '../support/processes/command.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prentice-demo-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const git = async (root: string, ...args: string[]): Promise<string> => {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const { code, stdout, stderr } = await realGit(root)([...person, ...args])
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** A repository with two commits on this branch, and staged, unstaged and untracked files. */
async function repositoryOn(branch: string, name: string): Promise<string> {
  const root = join(directory, name)
  await mkdir(root)
  await git(root, 'init', '-q', '-b', branch)
  for (const text of ['one\n', 'two\n']) {
    await writeFile(join(root, 'a.txt'), text)
    await git(root, 'add', '-A')
    await git(root, 'commit', '-q', '-m', 'Say a number')
  }
  await writeFile(join(root, 'staged.txt'), 'staged\n')
  await git(root, 'add', '-A')
  await writeFile(join(root, 'a.txt'), 'three\n')
  await writeFile(join(root, 'untracked.txt'), 'untracked\n')
  return root
}

/** Every file of the folder, including `.git`, with a hash of its content. */
async function contentsOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  return (await Promise.all(files.map(async (path) => `${path} ${await hash(path)}`))).sort()
}

async function demo(...args: string[]): Promise<Ended> {
  const command = await runCommand('sandbox/demo.ts', ['--json', ...args])
  try {
    const ended = await command.ended
    expect(await command.leftovers()).toEqual([])
    return ended
  } finally {
    await command.remove()
  }
}

const PROMPT = ['--prompt', 'Replace "two" with "2" in a.txt']

test.each([
  ['a work tree with changes, spaces in its path, on branch trunk', 'my pets', async (root: string) => root],
  [
    'a shallow clone',
    'for a shallow clone',
    async (root: string) => {
      const clone = join(directory, 'shallow')
      await git(directory, 'clone', '-q', '--depth', '1', pathToFileURL(root).href, clone)
      return clone
    },
  ],
  [
    'a bare repository',
    'for a bare one',
    async (root: string) => {
      const bare = join(directory, 'bare.git')
      await git(directory, 'clone', '-q', '--bare', root, bare)
      return bare
    },
  ],
])('%s', async (_, name, derive) => {
  const root = await derive(await repositoryOn('trunk', name))
  const before = await contentsOf(root)
  const { code, stdout, stderr } = await demo('--repo', root, ...PROMPT)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    status: 'completed',
    source: { ref: expect.stringMatching(/^prentice\//) },
    prLink: expect.stringMatching(/\/pull\/1$/),
  })
  expect(await contentsOf(root)).toEqual(before)
})

test('a job that fails exits 1 with its reason on stderr, and still prints the job', async () => {
  const root = await repositoryOn('main', 'secret')
  const prompt = `Create token.txt with "ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}"`
  const { code, stdout, stderr } = await demo('--repo', root, '--prompt', prompt)
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', prLink: null })
  expect(stderr).toMatch(/^failed: secret-found: The change contains what looks like a secret: .*token\.txt/)
})

test('a repository without commits is refused with the next step', async () => {
  const root = join(directory, 'empty')
  await git(directory, 'init', '-q', root)
  const { code, stdout, stderr } = await demo('--repo', root, ...PROMPT)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(`error: ${root} has no commits: create one, or choose another repository with --repo\n`)
})
