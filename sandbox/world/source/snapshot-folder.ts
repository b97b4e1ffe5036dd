import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryName, type Source } from './find-source.ts'
import { sourceGit } from './source-git.ts'

/** Never in a snapshot, even where the folder's own .gitignore did not come along. */
const LEFT_OUT = ['node_modules', '/lib', 'coverage', '.env', '*.db', '*.db-shm', '*.db-wal', '*.pem']

const PERSON = ['-c', 'user.name=Prentice sandbox', '-c', 'user.email=sandbox@example.com']

/**
 * A folder that came without its history, as a downloaded ZIP file does, committed to a repository in `directory`.
 * The folder itself is only read.
 */
export async function snapshotFolder(folder: string, directory: string): Promise<Source> {
  const git = await sourceGit(directory)
  const path = join(directory, 'snapshot.git')
  const leftOut = join(directory, 'snapshot-leaves-out')
  await writeFile(leftOut, LEFT_OUT.join('\n'))
  const inBoth = ['--git-dir', path, '--work-tree', folder, '-c', `core.excludesFile=${leftOut}`]
  for (const args of [
    ['init', '--quiet', '--bare', '--initial-branch', 'main', path],
    [...inBoth, 'add', '--all'],
    [...inBoth, ...PERSON, 'commit', '--quiet', '--message', 'The files as they are'],
  ]) {
    const { ok, stderr } = await git(folder, ...args)
    if (!ok) throw new Error(`no snapshot of ${folder} could be made: ${stderr}`)
  }
  return { path, name: repositoryName(folder), besides: 'snapshot' }
}
