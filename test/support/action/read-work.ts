import type { ChangedFile } from '../../../src/action/agent/review/diff-reviewer.ts'
import { parseAddedLines, parseSummary } from '../../../src/action/git/diff/change.ts'
import type { Git } from '../../../src/action/git/process/git.ts'

/** What changed in a work tree whose index holds the beginning. */
export async function readWork(git: Git): Promise<ChangedFile[]> {
  await git(['add', '--all', '--intent-to-add'])
  const { stdout } = await git(['diff', '--raw', '--numstat', '--no-abbrev', '-z'])
  const { raw, counts } = parseSummary(stdout.split('\0').filter((part) => part !== ''))
  const lines = parseAddedLines((await git(['diff', '--unified=0', '--text'])).stdout)
  return raw.map(({ path, kind }, at) => ({
    path,
    kind,
    additions: counts[at]?.additions ?? 0,
    deletions: counts[at]?.deletions ?? 0,
    addedLines: lines[at] ?? [],
  }))
}
