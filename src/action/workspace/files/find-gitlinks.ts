import type { Git } from '../../git/process/git.ts'

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
