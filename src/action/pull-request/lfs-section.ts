import { asOneLine, shorten } from '../../sanitize/neutralize.ts'
import type { Change } from '../git/diff/change.ts'
import { wrapSection } from './replace-section.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

const MAX_SHOWN = 20
const PATH_LENGTH = 200

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const LINE_OF_POINTER = /^(?:version https:\/\/git-lfs\.github\.com\/spec\/|ext-|oid sha256:|size \d+$)/

/** Changed files that are not pointers. A file that was only moved adds no line. Pure. */
export const withoutPointers = (changes: readonly Change[]): Change[] =>
  changes.filter(({ addedLines }) => addedLines?.some(({ text }) => !LINE_OF_POINTER.test(text)))

/** The section of the pull request about files that belong in Git LFS; `null`: there are none. Pure. */
export function lfsSection(paths: readonly string[], cleaning: SanitizeOptions): string | null {
  if (paths.length === 0) return null
  const code = (path: string) =>
    `\`${shorten(sanitize(asOneLine(path), cleaning), PATH_LENGTH).replaceAll('`', "'")}\``
  const left = paths.length > MAX_SHOWN ? [`- and ${paths.length - MAX_SHOWN} more`] : []
  return wrapSection('lfs', [
    '**Not in Git LFS:** `.gitattributes` assigns these files to Git LFS, but Prentice has committed them as ordinary files. To move them there, check out the branch with Git LFS installed, run `git add --renormalize .`, commit and push.',
    [...paths.slice(0, MAX_SHOWN).map((path) => `- ${code(path)}`), ...left].join('\n'),
  ])
}
