import type { ChangeSize, MergedPull } from '../../contract/local-eval.ts'
import { DOCUMENT, isDeleted } from '../checks/evidence/open-evidence.ts'
import { sortChangedFiles } from '../checks/evidence/sort-changed-files.ts'
import { pathAsText } from '../git/checkout/list-paths.ts'
import { type ChangedEntry, listChangedEntries } from '../git/checkout/tree-with-files.ts'
import { must, type Repository } from '../git/process/repository.ts'

/** A changed file, with its path as text. */
export interface ChangedFile extends ChangedEntry {
  readonly text: string
}

/** What a person has merged. */
export interface HumanChange {
  readonly pull: MergedPull
  /** The state before it. */
  readonly base: string
  /** The state after it. */
  readonly commit: string
  /** Tests, and what decides how they run, as they are after it. */
  readonly tests: readonly ChangedFile[]
  readonly size: ChangeSize
  /** Lines of its other files that the state before it does not have. */
  readonly lines: ReadonlySet<string>
}

export type FoundChange =
  | { readonly kind: 'found'; readonly change: HumanChange }
  /** It has no tests, or nothing else. */
  | { readonly kind: 'without-tests' }
  /** The history of HEAD does not have it, or not the state before it. */
  | { readonly kind: 'not-here' }

/** How the settings of the project know a test. */
export interface TestNames {
  /** Absent: the usual names of tests. */
  readonly globs: readonly string[] | undefined
  /** Commands that run the tests. */
  readonly commands: readonly string[]
}

/** The change of a pull request in the history of `head`. */
export async function findChange(
  repository: Repository,
  { pull, head, names }: { readonly pull: MergedPull; readonly head: string; readonly names: TestNames },
): Promise<FoundChange> {
  const { mergeCommit: commit } = pull
  if (!(await isIn(repository, commit, head))) return { kind: 'not-here' }
  const base = await findBase(repository, pull)
  if (base === null) return { kind: 'not-here' }
  const changed = await listChangedFiles(repository, base, commit)
  const { tests, others, runners } = await sortChangedFiles(
    changed.map((file) => ({ path: file.text, file })),
    names,
  )
  const decisive = new Set(runners)
  const isAlone = decisive.size === 0 && others.every(({ path }) => DOCUMENT.test(path))
  if (isAlone || tests.every(({ file }) => isDeleted(file))) return { kind: 'without-tests' }
  const unseen = [...tests.map(({ file }) => file), ...changed.filter(({ text }) => decisive.has(text))]
  return {
    kind: 'found',
    change: {
      ...{ pull, base, commit, tests: unseen },
      size: await measureChange(repository, { base, tree: commit, without: new Set(tests.map(pathOf)) }),
      lines: await readNewLines(
        repository,
        base,
        commit,
        others.map(({ file }) => file),
      ),
    },
  }
}

const pathOf = ({ path }: { readonly path: string }): string => path

async function isIn({ gitBytes }: Repository, commit: string, head: string): Promise<boolean> {
  if (!/^[0-9a-f]{40}$/.test(commit)) return false
  return (await gitBytes(['merge-base', '--is-ancestor', commit, head])).code === 0
}

/**
 * The state before a pull request. GitHub does not say how it was merged: a rebase has all commits of the pull request in the
 * history, and a squash one, so of two candidates it is the one whose difference has the size that GitHub shows.
 */
async function findBase(repository: Repository, pull: MergedPull): Promise<string | null> {
  const { mergeCommit: commit, commits } = pull
  const listed = await must(repository.git(['rev-list', '--parents', '-n', '1', commit]))
  const isMerge = listed.stdout.trim().split(' ').length > 2
  const candidates = isMerge || commits < 2 ? [`${commit}^`] : [`${commit}^`, `${commit}~${commits}`]
  for (const candidate of candidates) {
    const found = await repository.git(['rev-parse', '--verify', '--quiet', `${candidate}^{commit}`])
    if (found.code !== 0) continue
    const base = found.stdout.trim()
    if (candidates.length === 1 || (await hasSize(repository, base, pull))) return base
  }
  return null
}

async function hasSize(
  { git }: Repository,
  base: string,
  { mergeCommit, changedFiles, additions, deletions }: MergedPull,
): Promise<boolean> {
  const { stdout } = await must(git(['diff-tree', '-r', '-M', '--shortstat', base, mergeCommit]))
  const count = (what: RegExp): number => Number(what.exec(stdout)?.[1] ?? 0)
  return (
    count(/(\d+) files? changed/) === changedFiles &&
    count(/(\d+) insertions?\(/) === additions &&
    count(/(\d+) deletions?\(/) === deletions
  )
}

export const listChangedFiles = async (
  repository: Repository,
  from: string,
  to: string,
): Promise<ChangedFile[]> =>
  (await listChangedEntries(repository, from, to)).map((entry) => ({
    ...entry,
    text: pathAsText(entry.path),
  }))

/** `without`: paths of tests. */
export async function measureChange(
  { gitBytes }: Repository,
  {
    base,
    tree,
    without,
  }: { readonly base: string; readonly tree: string; readonly without: ReadonlySet<string> },
): Promise<ChangeSize> {
  const { stdout } = await must(gitBytes(['diff-tree', '-r', '--no-renames', '--numstat', '-z', base, tree]))
  const rows = stdout
    .toString()
    .split('\0')
    .flatMap((row) => {
      // Of a binary file, git counts no lines.
      const [, added, deleted, path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? []
      return path === '' || without.has(path) ? [] : [(Number(added) || 0) + (Number(deleted) || 0)]
    })
  return { files: rows.length, lines: rows.reduce((sum, lines) => sum + lines, 0) }
}

/** Long enough to be no coincidence, without what indents it. */
const LEAST_LENGTH = 15
const MOST_BYTES = 8 * 1024 * 1024

async function readNewLines(
  { gitBytes }: Repository,
  base: string,
  commit: string,
  files: readonly ChangedFile[],
): Promise<ReadonlySet<string>> {
  const paths = files.filter(({ text }) => !DOCUMENT.test(text)).map(({ path }) => path)
  if (paths.length === 0) return new Set()
  const args = [
    'diff-tree',
    '-r',
    '-p',
    '-U0',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    base,
    commit,
  ]
  const { stdout } = await must(gitBytes(args, { maxBytes: MOST_BYTES }))
  const isWanted = new Set(paths.map(pathAsText))
  const added = new Set<string>()
  const deleted = new Set<string>()
  let isCounted = false
  for (const line of stdout.toString().split('\n')) {
    if (line.startsWith('diff --git ')) isCounted = isWanted.has(line.slice(line.indexOf(' b/') + 3))
    else if (isCounted && /^[+-](?!\+\+ |-- )/.test(line))
      (line.startsWith('+') ? added : deleted).add(line.slice(1).trim())
  }
  return new Set([...added].filter((line) => line.length >= LEAST_LENGTH && !deleted.has(line)))
}

/** Whether a text gives a change away: it has one of its lines, also quoted or as a diff. Pure. */
export const showsChange = (text: string, lines: ReadonlySet<string>): boolean =>
  text.split('\n').some((line) => {
    const said = line.trim()
    return lines.has(said) || lines.has(said.replace(/^[+>]\s*/, ''))
  })
