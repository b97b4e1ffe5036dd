import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryName, type Source } from './find-source.ts'
import { sourceGit } from './source-git.ts'

/** Never part of a snapshot, even if the folder's .gitignore is missing. */
const EXCLUDED = ['node_modules', '/lib', 'coverage', '.env', '*.db', '*.db-shm', '*.db-wal', '*.pem']

const PERSON = ['-c', 'user.name=Prentice sandbox', '-c', 'user.email=sandbox@example.com']

/**
 * Commits a folder without history, such as an unpacked ZIP file, to a repository in `directory`. The folder itself is
 * not changed.
 */
export async function snapshotFolder(folder: string, directory: string): Promise<Source> {
  const git = await sourceGit(directory)
  const path = join(directory, 'snapshot.git')
  const excludes = join(directory, 'snapshot-excludes')
  await writeFile(excludes, EXCLUDED.join('\n'))
  const inBoth = ['--git-dir', path, '--work-tree', folder, '-c', `core.excludesFile=${excludes}`]
  for (const args of [
    ['init', '--quiet', '--bare', '--initial-branch', 'main', path],
    [...inBoth, 'add', '--all'],
    [...inBoth, ...PERSON, 'commit', '--quiet', '--message', 'Snapshot of the files'],
  ]) {
    const { ok, stderr } = await git(folder, ...args)
    if (!ok) throw new Error(`cannot create a snapshot of ${folder}: ${stderr}`)
  }
  return { path, name: repositoryName(folder), uncommitted: 'snapshot' }
}
