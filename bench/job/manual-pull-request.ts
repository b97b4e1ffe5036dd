import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { World } from '../../sandbox/world/start-world.ts'
import { git } from '../repositories/create-repository.ts'

const Pull = z.object({ number: z.int() })

/** Only the calls that a pull request requires: fetch, push, open it, and read it back. */
export async function openPullManually(world: World, directory: string, branch: string): Promise<void> {
  const folder = await mkdtemp(join(directory, 'manual-'))
  const remote = new URL(`${world.githubUrl}/${world.repository}.git`)
  remote.username = 'octo-admin'
  remote.password = world.githubToken
  await git(folder, 'init', '--quiet')
  await git(folder, 'fetch', '--quiet', '--depth', '1', remote.href, 'main')
  await git(folder, 'checkout', '--quiet', '-b', branch, 'FETCH_HEAD')
  await writeFile(join(folder, 'README.md'), `# Pets\n\nA cat of ${branch}.\n`)
  await git(folder, 'commit', '--quiet', '--all', '--message', 'Replace a text')
  await git(folder, 'push', '--quiet', remote.href, branch)
  const { number } = await pulls(world, '', { title: 'Replace a text', head: branch, base: 'main' })
  await pulls(world, `/${number}`)
  await rm(folder, { recursive: true })
}

async function pulls(world: World, path: string, body?: object): Promise<z.infer<typeof Pull>> {
  const response = await fetch(`${world.githubApiUrl}/repos/${world.repository}/pulls${path}`, {
    headers: { authorization: `Bearer ${world.githubToken}`, accept: 'application/vnd.github+json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`pulls${path}: ${response.status} ${text}`)
  return Pull.parse(JSON.parse(text))
}
