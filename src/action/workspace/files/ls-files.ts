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
