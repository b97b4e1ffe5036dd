import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PERSON = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']

/** Runs git in a folder, without the user's configuration. Rejects if git fails. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await promisify(execFile)('git', [...PERSON, ...args], { cwd: folder, env })
  return stdout.trim()
}

/** A small repository with a README on `main`. */
export async function createRepository(folder: string): Promise<void> {
  await git(folder, 'init', '--quiet', '--initial-branch', 'main')
  await writeFile(join(folder, 'README.md'), '# Pets\n\nA dog.\n')
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', 'Start')
}
