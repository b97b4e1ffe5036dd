import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { realGit } from './real-git.ts'

/** What `git init` makes, without its samples of hooks and without a process. */
async function makeRepository(root: string): Promise<void> {
  for (const folder of ['objects', 'refs']) await mkdir(join(root, '.git', folder), { recursive: true })
  await writeFile(join(root, '.git/HEAD'), 'ref: refs/heads/master\n')
  await writeFile(
    join(root, '.git/config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n',
  )
}

/** A git repository in a temporary folder, with these files in its index; gone when the test ends. */
export async function makeWorkTree(files: Readonly<Record<string, string | Buffer>> = {}) {
  const outside = await mkdtemp(join(tmpdir(), 'prentice-'))
  const root = join(outside, 'tree')
  await mkdir(root)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await makeRepository(root)
  const git = realGit(root)
  if (Object.keys(files).length > 0) await git(['add', '-A'])
  return { root, outside, git, [Symbol.asyncDispose]: () => rm(outside, { recursive: true, force: true }) }
}
