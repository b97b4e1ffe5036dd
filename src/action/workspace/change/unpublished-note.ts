import type { EditContext } from '../files/edit-context.ts'
import { listVisible } from '../files/list-visible.ts'

/** Files of one call of a tool. */
interface Changed {
  readonly made: readonly string[]
  readonly replaced: readonly string[]
}

/** Tells the model which of these files are never published, and why. Empty: none. */
export async function unpublishedNote(
  { git, isForeign }: Pick<EditContext, 'git' | 'isForeign'>,
  { made, replaced }: Changed,
): Promise<string> {
  const visible = made.length === 0 ? new Set(made) : await listVisible(git, made)
  const ignored = made.filter((path) => !visible.has(path))
  const foreign = [...made.filter((path) => visible.has(path)), ...replaced].filter(isForeign)
  return [
    ...(ignored.length === 0
      ? []
      : [
          ` Git ignores ${ignored.join(', ')}, so this will not be in the pull request; .gitignore says why.`,
        ]),
    ...(foreign.length === 0
      ? []
      : [
          ` ${foreign.join(', ')} was there before you started, and git does not track it, so this will not be in the pull request. To publish it, write it to another path.`,
        ]),
  ].join('')
}
