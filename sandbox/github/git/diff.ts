import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { git } from './run-git.ts'

export interface FileDiff {
  readonly sha: string
  readonly path: string
  readonly previousPath: string | null
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed'
  readonly additions: number
  readonly deletions: number
  /** Hunks only; `null` for a binary file. */
  readonly patch: string | null
}

const STATUS = { A: 'added', D: 'removed', M: 'modified', R: 'renamed', C: 'copied', T: 'changed' } as const

/** The changes between two commits. git lists the files in the same order in all three formats. */
export const diffFiles = async (
  state: GithubState,
  repository: Repository,
  from: string,
  to: string,
): Promise<FileDiff[]> => {
  const diff = (...how: string[]) =>
    git(state, repository.gitDirectory, ['diff', '-M', ...how, from, to, '--'])
  const [raw, numbers, text] = await Promise.all([
    diff('--raw', '-z', '--no-abbrev'),
    diff('--numstat', '-z'),
    diff('-p'),
  ])
  const entries = rawEntries(raw)
  const counts = numstat(numbers)
  const patches = text.split(/^(?=diff --git )/m).filter((part) => part !== '')
  return entries.map((entry, i) => {
    const count = counts[i] ?? { additions: 0, deletions: 0 }
    const patch = patches[i] ?? ''
    const hunks = patch.indexOf('\n@@')
    return { ...entry, ...count, patch: hunks < 0 ? null : patch.slice(hunks + 1).replace(/\n$/, '') }
  })
}

/** Files and lines that differ between two commits. */
export const countChanges = async (
  state: GithubState,
  repository: Repository,
  from: string,
  to: string,
): Promise<{ changedFiles: number; additions: number; deletions: number }> => {
  const counts = numstat(
    await git(state, repository.gitDirectory, ['diff', '-M', '--numstat', '-z', from, to, '--']),
  )
  const sum = (key: 'additions' | 'deletions') => counts.reduce((total, count) => total + count[key], 0)
  return { changedFiles: counts.length, additions: sum('additions'), deletions: sum('deletions') }
}

/** The paths that a commit changed against its first parent, each with A, M or D. */
export const changedPaths = async (
  state: GithubState,
  repository: Repository,
  sha: string,
): Promise<{ letter: string; path: string }[]> => {
  const how = ['diff-tree', '-r', '-z', '--root', '--no-commit-id', '--no-renames', '--name-status']
  const text = await git(state, repository.gitDirectory, [...how, '--diff-merges=first-parent', sha])
  const fields = text.split('\0')
  return fields.flatMap((path, i) => (i % 2 === 1 ? [{ letter: fields[i - 1] ?? '', path }] : []))
}

export const diffText = (
  state: GithubState,
  repository: Repository,
  from: string,
  to: string,
): Promise<string> => git(state, repository.gitDirectory, ['diff', '-M', from, to, '--'])

const rawEntries = (text: string) => {
  const fields = text.split('\0').filter((field) => field !== '')
  const entries: Pick<FileDiff, 'sha' | 'path' | 'previousPath' | 'status'>[] = []
  for (let i = 0; i < fields.length; ) {
    const [, , before = '', after = '', letter = 'M'] = (fields[i] ?? '').split(' ')
    const status = STATUS[letter.charAt(0) as keyof typeof STATUS] ?? 'modified'
    const moved = status === 'renamed' || status === 'copied'
    entries.push({
      sha: status === 'removed' ? before : after,
      status,
      path: fields[i + (moved ? 2 : 1)] ?? '',
      previousPath: moved ? (fields[i + 1] ?? '') : null,
    })
    i += moved ? 3 : 2
  }
  return entries
}

/** `added TAB deleted TAB path NUL`, and for a rename an empty path followed by two more fields. Binary: `-`. */
const numstat = (text: string) => {
  const fields = text.split('\0').filter((field) => field !== '')
  return fields
    .filter((field) => /^(\d+|-)\t(\d+|-)\t/.test(field))
    .map((field) => {
      const [added = '0', deleted = '0'] = field.split('\t')
      return { additions: Number(added) || 0, deletions: Number(deleted) || 0 }
    })
}
