import type { ChangedFile } from '../../../src/action/agent/review/changed-file.ts'
import { parseAddedLines, parseNumstat, parseRaw } from '../../../src/action/git/diff/parse-diff.ts'
import type { Git } from '../../../src/action/git/process/git.ts'

/** What changed in a work tree whose index holds the beginning. */
export async function readWork(git: Git): Promise<ChangedFile[]> {
  await git(['add', '--all', '--intent-to-add'])
  const list = async (...options: string[]) => {
    const { stdout } = await git(['diff', ...options])
    return stdout.split('\0').filter((part) => part !== '')
  }
  const raw = parseRaw(await list('--raw', '--no-abbrev', '-z'))
  const counts = parseNumstat(await list('--numstat', '-z'))
  const lines = parseAddedLines((await git(['diff', '--unified=0', '--text'])).stdout)
  return raw.map(({ path, kind }, at) => ({
    path,
    kind,
    additions: counts[at]?.additions ?? 0,
    deletions: counts[at]?.deletions ?? 0,
    addedLines: lines[at] ?? [],
  }))
}
