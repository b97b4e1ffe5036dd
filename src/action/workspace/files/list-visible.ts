import type { Git } from '../../git/process/git.ts'

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
