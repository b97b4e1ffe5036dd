import ignore from 'ignore'
import type { PublishRules } from '../../../contract/runner-protocol.ts'
import { FORBIDDEN_PATHS, PROTECTED_PATHS } from './protected-paths.ts'

export type PathRules = Pick<PublishRules, 'allowedPaths' | 'unprotectedPaths' | 'protectedPaths'>

export type PathVerdict = 'writable' | 'protected' | 'outside' | 'forbidden'

/** Compiles the rules once; the answer judges paths relative to the root, with slashes. */
export function pathPolicy(rules: PathRules): (path: string) => PathVerdict {
  // Protection holds in any spelling that some file system takes for the same; opening is exact.
  const isForbidden = matcher(FORBIDDEN_PATHS, { ignoreCase: true })
  const isProtected = matcher(
    PROTECTED_PATHS.flatMap(({ globs }) => globs),
    { ignoreCase: true },
  )
  const named = new Set(rules.protectedPaths.map((path) => foldPath(path.replace(/^(?:\.?\/)+/, ''))))
  const isOpened = matcher(rules.unprotectedPaths, { ignoreCase: false })
  const isAllowed = matcher(rules.allowedPaths, { ignoreCase: false })
  return (path) => {
    if (!ignore.isPathValid(path)) return 'forbidden'
    const folded = foldPath(path)
    if (isForbidden(folded)) return 'forbidden'
    if ((isProtected(folded) || named.has(folded)) && !isOpened(path)) return 'protected'
    return rules.allowedPaths.length === 0 || isAllowed(path) ? 'writable' : 'outside'
  }
}

/** Whether a change of this path could be published. */
export function isWritable(path: string, rules: PathRules): boolean {
  return pathPolicy(rules)(path) === 'writable'
}

function matcher(globs: readonly string[], { ignoreCase }: { ignoreCase: boolean }) {
  const rules = ignore({ ignoreCase }).add(globs)
  return (path: string) => rules.ignores(path)
}

/**
 * One spelling for all paths that some file system takes for the same: macOS and Windows do not tell letter case,
 * macOS ignores characters that do not show, Windows dots and spaces at the end of a name and what follows a colon. Pure.
 */
function foldPath(path: string): string {
  return path.split('/').map(foldName).join('/')
}

function foldName(name: string): string {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [bare = ''] = shown.split(':')
  // Up, then down: only so do all letters with the same capital meet (ſ and s).
  const folded = bare
    .replace(/[. ]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
  return folded === '' ? name : folded
}
