import type { Git } from '../../git/process/git.ts'
import { listSeen } from '../files/list-seen.ts'

/** What the model should know of files that it made: those that git ignores are never published. Empty: nothing. */
export async function ignoredNote(git: Git, made: readonly string[]): Promise<string> {
  if (made.length === 0) return ''
  const seen = await listSeen(git, made)
  const ignored = made.filter((path) => !seen.has(path))
  return ignored.length === 0
    ? ''
    : ` Git ignores ${ignored.join(', ')}, so this will not be in the pull request; .gitignore says why.`
}
