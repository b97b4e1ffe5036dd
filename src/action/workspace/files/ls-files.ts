import type { Git } from '../../git/process/git.ts'

export interface Listed {
  readonly files: readonly string[]
  /** True: there are more. */
  readonly cut: boolean
  readonly problem: string | null
}

const TIMEOUT_MS = 20_000

/** The paths that `git ls-files` lists. */
export async function lsFiles(
  git: Git,
  which: readonly string[],
  pathspecs: readonly string[],
): Promise<Listed> {
  const args = ['ls-files', ...which, '-z', '--', ...pathspecs]
  const { code, stdout, stderr, cut } = await git(args, { timeoutMs: TIMEOUT_MS })
  const files = stdout.split('\0').filter((name) => name !== '')
  return { files, cut, problem: code !== 0 && !cut ? stderr : null }
}

/** The files at or below these paths that git tracks or would add. Tracked ones may be gone. */
export async function listVisible(git: Git, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const below = paths.map((path) => `:(top,literal)${path}`)
  const { code, stdout, cut, stderr } = await git([
    ...['ls-files', '-co', '--exclude-standard', '-z', '--'],
    ...below,
  ])
  if (code !== 0 || cut)
    throw new Error(`the files of ${paths[0]} could not be listed: ${stderr.slice(0, 300)}`)
  return new Set(stdout.split('\0').filter((path) => path !== ''))
}

/** A repository of a million files has a longer list than git's output may have by default. */
const MAX_LIST_BYTES = 256 * 1024 * 1024

/** The submodules in the index, even if their folders are empty. */
export async function findGitlinks(git: Git): Promise<ReadonlySet<string>> {
  const { code, stdout, cut, stderr } = await git(['ls-files', '--stage', '-z'], {
    maxBytes: MAX_LIST_BYTES,
  })
  if (code !== 0 || cut)
    throw new Error(`the files of the index could not be listed: ${stderr.slice(0, 300)}`)
  const links = stdout.split('\0').filter((entry) => entry.startsWith('160000 '))
  return new Set(links.map((entry) => entry.slice(entry.indexOf('\t') + 1)))
}

/** The submodule that contains a path, or is it; `null`: none. Pure. */
export function findSubmodule(path: string, gitlinks: ReadonlySet<string>): string | null {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/')).find((folder) => gitlinks.has(folder)) ?? null
}

/** Those of the paths that git ignores. Tracked files are none of them. `null`: git cannot tell. */
export async function findIgnored(git: Git, paths: readonly string[]): Promise<ReadonlySet<string> | null> {
  if (paths.length === 0) return new Set()
  const input = paths.map((path) => `${path}\0`).join('')
  const { code, stdout, cut } = await git(['check-ignore', '-z', '--stdin'], { input })
  // 1: none of them is ignored.
  if (code > 1 || cut) return null
  return new Set(stdout.split('\0').filter((path) => path !== ''))
}
