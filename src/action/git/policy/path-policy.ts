import ignore from 'ignore'
import type { PublishRules } from '../../../contract/runner-protocol/publish.ts'
import { FORBIDDEN_PATHS, PROTECTED_PATHS } from './protected-paths.ts'

export type PathRules = Pick<PublishRules, 'allowedPaths' | 'unprotectedPaths' | 'protectedPaths' | 'files'>

export type PathVerdict = 'writable' | 'protected' | 'outside' | 'other-file' | 'forbidden'

/** Compiles the rules once. The returned function judges paths relative to the root, with slashes. */
export function pathPolicy(rules: PathRules): (path: string) => PathVerdict {
  // Protection applies to every spelling that some file system treats as the same path; unprotecting is exact.
  const isForbidden = matcher(FORBIDDEN_PATHS, { ignoreCase: true })
  const isProtected = matcher(
    PROTECTED_PATHS.flatMap(({ tools }) => tools.flatMap(([, , ...globs]) => globs)),
    { ignoreCase: true },
  )
  const named = new Set(rules.protectedPaths.map((path) => foldPath(path.replace(/^(?:\.?\/)+/, ''))))
  const isUnprotected = matcher(rules.unprotectedPaths, { ignoreCase: false })
  const isAllowed = matcher(rules.allowedPaths, { ignoreCase: false })
  const files = rules.files === undefined ? null : new Set(rules.files)
  return (path) => {
    if (!ignore.isPathValid(path)) return 'forbidden'
    const folded = foldPath(path)
    if (isForbidden(folded)) return 'forbidden'
    const mayBeProtected = isProtected(folded) || named.has(folded) || folded.split('/').some(isShortName)
    if (mayBeProtected && !isUnprotected(path)) return 'protected'
    if (rules.allowedPaths.length > 0 && !isAllowed(path)) return 'outside'
    return files === null || files.has(path) ? 'writable' : 'other-file'
  }
}

/** Whether a change of this path could be published. */
export function isWritable(path: string, rules: PathRules): boolean {
  return pathPolicy(rules)(path) === 'writable'
}

/**
 * Windows gives a file a second, short name, such as `CLAUDE~1` for `.claude`. Which file has it depends on the others of
 * the folder, so any such name may lead to a protected path.
 * https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-fscc/18e63b13-ba43-4f5f-a5b7-11e871b71f14
 */
const isShortName = (name: string): boolean =>
  /^(?=.{3,8}(?:\.|$))[^.~]{1,6}~[1-9]\d{0,5}(?:\.[^.]{1,3})?$/.test(name)

function matcher(globs: readonly string[], { ignoreCase }: { ignoreCase: boolean }) {
  const rules = ignore({ ignoreCase }).add(globs)
  return (path: string) => rules.ignores(path)
}

/**
 * One spelling for all paths that some file system treats as the same. macOS and Windows ignore letter case, macOS ignores
 * invisible characters, Windows ignores trailing dots and spaces and everything after a colon. Pure.
 */
function foldPath(path: string): string {
  return path.split('/').map(foldName).join('/')
}

function foldName(name: string): string {
  const shown = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const [bare = ''] = shown.split(':')
  // Upper case first, then lower case: this also unifies letters that share a capital (ſ and s).
  const folded = bare
    .replace(/[. ]+$/, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
  return folded === '' ? name : folded
}
