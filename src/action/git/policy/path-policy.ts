import ignore from 'ignore'
import type { PublishRules } from '../../../contract/runner-protocol.ts'
import { foldPath } from './fold-path.ts'
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
