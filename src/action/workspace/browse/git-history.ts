import type { GitResult } from '../../git/process/git.ts'
import { normalizePath } from '../files/normalize-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type DiffSources, decodeDiff } from './decode-diff.ts'

/** The history of the repository, and what the work has changed so far. Read-only. */
export interface GitHistory {
  log(request: {
    readonly path?: string | undefined
    readonly count?: number | undefined
  }): Promise<ToolResult>
  show(request: { readonly commit: string; readonly path?: string | undefined }): Promise<ToolResult>
  diff(request: { readonly path?: string | undefined }): Promise<ToolResult>
}

export interface GitHistoryOptions extends DiffSources {
  /** The commit that the work began from. */
  readonly start: string
  /** Writes the current work tree as a git tree. */
  readonly writeTree: () => Promise<string>
  /** Fetches older commits. False: there are none, or the fetch failed. */
  readonly deepen: () => Promise<boolean>
}

const COMMITS = 20
const MAX_COMMITS = 200
const LIMITS = { timeoutMs: 20_000, maxBytes: 256 * 1024 }
/** No program of the repository runs, no signature is checked, no author is renamed. */
const PLAIN = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-mailmap']
const PATCH = ['--stat=100', '--patch']
/** The same changes as a list, see `decodeDiff`. */
const RAW = ['-r', '-M', '--raw', '-z', '--no-abbrev']
const LINE = '--format=%h %as %an: %s'
const COMMIT = '--format=%H%n%an, %aI%n%n%B'

export function openGitHistory(options: GitHistoryOptions): GitHistory {
  const { git, start, writeTree, deepen } = options
  // The first fetch has one commit. The others are fetched once, when history is requested.
  let fetched: Promise<boolean> | null = null
  const fetchHistory = (): Promise<boolean> => {
    fetched ??= deepen()
    return fetched
  }
  const decoded = async (result: GitResult, raw: readonly string[]): Promise<GitResult> => ({
    ...result,
    stdout: await decodeDiff(options, result.stdout, async () => (await git(raw, LIMITS)).stdout),
  })

  return {
    log: ({ path = '', count = COMMITS }) =>
      within(path, async (pathspec) => {
        await fetchHistory()
        const max = Math.min(count, MAX_COMMITS)
        const result = await git(['log', ...PLAIN, LINE, `-n${max}`, start, '--', ...pathspec], LIMITS)
        if (result.code !== 0) return fail('log', result)
        if (result.stdout === '') return done(`No commit changed ${path} in the history that was fetched.`)
        return done(result.stdout.trimEnd())
      }),
    show: ({ commit, path = '' }) =>
      within(path, async (pathspec) => {
        if (!/^[0-9a-f]{4,64}$/.test(commit))
          return refused('Name a commit by its hash, as git_log shows it.')
        const known = () => git(['cat-file', '-e', `${commit}^{commit}`], LIMITS)
        if ((await known()).code !== 0) await fetchHistory()
        if ((await known()).code !== 0) {
          return refused(`There is no commit ${commit} in the history that was fetched. Look with git_log.`)
        }
        const shown = ['show', ...PLAIN, COMMIT, ...PATCH, commit, '--', ...pathspec]
        const raw = ['diff-tree', '--root', '--no-commit-id', ...RAW, commit, '--', ...pathspec]
        return toResult('show', await decoded(await git(shown, LIMITS), raw))
      }),
    diff: ({ path = '' }) =>
      within(path, async (pathspec) => {
        const compared = [start, await writeTree(), '--', ...pathspec]
        const plain = ['diff-tree', '-r', '-M', ...PATCH, '--no-ext-diff', '--no-textconv', ...compared]
        const result = await decoded(await git(plain, LIMITS), ['diff-tree', ...RAW, ...compared])
        const isSame = result.code === 0 && result.stdout === ''
        return isSame ? done('Nothing is changed so far.') : toResult('diff', result)
      }),
  }
}

function within(
  path: string,
  act: (pathspec: readonly string[]) => Promise<ToolResult>,
): Promise<ToolResult> {
  const normalized = normalizePath(path)
  if (!normalized.ok) return Promise.resolve(refused(normalized.problem))
  const { path: named } = normalized
  // The file may be named in the other normalization.
  const spellings = new Set([named, named.normalize('NFC'), named.normalize('NFD')])
  return act(named === '' ? [] : [...spellings].map((one) => `:(top,literal)${one}`))
}

function toResult(command: string, result: GitResult): ToolResult {
  if (result.code !== 0) return fail(command, result)
  return done(result.cut ? `${result.stdout}\n[cut here: name a path to see less]` : result.stdout.trimEnd())
}

const fail = (command: string, { stderr }: GitResult): ToolResult =>
  refused(`git ${command} failed: ${stderr.trim().slice(0, 300)}`)
