import type { Git } from '../../git/process/git.ts'
import { listVisible } from '../files/list-visible.ts'

/** Tells the model which of its new files git ignores: they are never published. Empty: none. */
export async function ignoredNote(git: Git, made: readonly string[]): Promise<string> {
  if (made.length === 0) return ''
  const visible = await listVisible(git, made)
  const ignored = made.filter((path) => !visible.has(path))
  return ignored.length === 0
    ? ''
    : ` Git ignores ${ignored.join(', ')}, so this will not be in the pull request; .gitignore says why.`
}
