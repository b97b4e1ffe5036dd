import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { realGit } from './real-git.ts'

/** A git repository in a temporary folder, with these files in its index; gone when the test ends. */
export async function makeWorkTree(files: Readonly<Record<string, string | Buffer>> = {}) {
  const outside = await mkdtemp(join(tmpdir(), 'prentice-'))
  const root = join(outside, 'tree')
  await mkdir(root)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const git = realGit(root)
  await git(['init', '-q'])
  await git(['add', '-A'])
  return { root, outside, git, [Symbol.asyncDispose]: () => rm(outside, { recursive: true, force: true }) }
}
