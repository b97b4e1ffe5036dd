import type { KeepPatterns } from '../workspace/browse/keep-patterns.ts'
import type { ForeignFile } from '../workspace/change/keep-files.ts'
import type { CollectedFile } from './isolation/collect-files.ts'

/**
 * What a command has made of the files that were named. A file of the repository that is gone was deleted, unless a folder
 * that cannot be read may still hold it. Pure.
 */
export function findKept(
  collected: readonly CollectedFile[],
  keep: Pick<KeepPatterns, 'matches'>,
  repository: readonly string[],
): ForeignFile[] {
  const present = new Set(collected.map(({ path }) => path))
  const closed = new Set(collected.filter(({ kind }) => kind === 'closed').map(({ path }) => path))
  const gone = repository.filter((path) => keep.matches(path) && !present.has(path))
  return [
    ...collected.flatMap((one) => (keep.matches(one.path) ? describe(one) : [])),
    ...gone.map(
      (path): ForeignFile =>
        foldersAbove(path).some((folder) => closed.has(folder))
          ? { kind: 'unfit', path, why: 'is in a folder that cannot be read after the command.' }
          : { kind: 'deleted', path },
    ),
  ]
}

/** With the root, `''`. */
const foldersAbove = (path: string): string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))

function describe(one: CollectedFile): ForeignFile[] {
  const { path } = one
  switch (one.kind) {
    case 'file':
      return [{ kind: 'file', path, executable: one.executable, bytes: one.bytes }]
    case 'same':
      return []
    case 'link':
      return [
        { kind: 'unfit', path, why: 'is a symbolic link after the command. Only regular files are kept.' },
      ]
    case 'special':
      return [{ kind: 'unfit', path, why: 'is a pipe, socket or device. Only regular files are kept.' }]
    case 'closed':
      return [{ kind: 'unfit', path, why: 'cannot be read after the command.' }]
    case 'large':
      return [{ kind: 'unfit', path, why: `has ${one.size} bytes, which is too much to keep.` }]
  }
}
