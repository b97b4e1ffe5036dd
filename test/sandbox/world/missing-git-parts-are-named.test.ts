import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requireGit } from '../../../sandbox/world/source/require-git.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'git-test-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(directory, { recursive: true })
})

/** Makes this script the git in PATH. */
async function putGit(script: string): Promise<void> {
  await writeFile(join(directory, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', directory)
}

test('a complete git is accepted', async () => {
  await requireGit()
})

test('a missing git', async () => {
  vi.stubEnv('PATH', directory)
  await expect(requireGit()).rejects.toThrow('git is required, but is not in PATH: install it')
})

test('a git that does not run', async () => {
  await putGit('echo no developer tools >&2; exit 1')
  await expect(requireGit()).rejects.toThrow('git is required, but does not run')
})

test('a git without http-backend', async () => {
  await putGit(`echo ${directory}`)
  await expect(requireGit()).rejects.toThrow(/without `git http-backend` .*install the complete git/)
})
