import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, type Repository } from '../process/repository.ts'

/**
 * Those of the paths that `.gitattributes` of the work tree assigns to Git LFS. The run's own git directory overrides the
 * attributes of filters, so git asks in an empty one.
 */
export async function findLfsPaths(
  { git, gitDir }: Pick<Repository, 'git' | 'gitDir'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const empty = join(gitDir, 'prentice-empty')
  for (const folder of ['objects', 'refs']) await mkdir(join(empty, folder), { recursive: true })
  await writeFile(join(empty, 'HEAD'), 'ref: refs/heads/main\n')
  const { stdout } = await must(
    git(['--git-dir', empty, 'check-attr', '--stdin', '-z', 'filter'], {
      input: paths.map((path) => `${path}\0`).join(''),
    }),
  )
  // path NUL attribute NUL value NUL
  const fields = stdout.split('\0')
  return new Set(fields.filter((_, at) => at % 3 === 0 && fields[at + 2] === 'lfs'))
}
