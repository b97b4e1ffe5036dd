import type { Git } from '../../git/process/git.ts'

/** Those of the paths that git ignores. Tracked files are none of them. `null`: git cannot tell. */
export async function findIgnored(git: Git, paths: readonly string[]): Promise<ReadonlySet<string> | null> {
  if (paths.length === 0) return new Set()
  const input = paths.map((path) => `${path}\0`).join('')
  const { code, stdout, cut } = await git(['check-ignore', '-z', '--stdin'], { input })
  // 1: none of them is ignored.
  if (code > 1 || cut) return null
  return new Set(stdout.split('\0').filter((path) => path !== ''))
}
