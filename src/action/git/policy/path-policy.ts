import type { PublishRules } from '../../../contract/runner-protocol/publish.ts'
import { finish } from '../../../settings/match-name.ts'
import { MAX_PATH, matchPaths } from '../../../settings/match-paths.ts'
import { FORBIDDEN_PATHS, PROTECTED_GLOBS } from '../../../settings/protected-paths.ts'
import { foldPath } from '../../text/fold.ts'
import { showPath, showPaths } from '../../text/format.ts'
import type { Link } from '../checkout/read-tree-files.ts'
import { followLinks } from './follow-links.ts'

export type PathRules = Pick<PublishRules, 'allowedPaths' | 'unprotectedPaths' | 'protectedPaths' | 'files'>

/** Why a path may not be changed. */
export type RefusedPath = { readonly path: string } & (
  | { readonly verdict: 'outside' | 'other-file' | 'forbidden' }
  /** `link`: the symbolic link through which it is protected; `null`: it is by its own name. */
  | { readonly verdict: 'protected'; readonly link: string | null }
  /** `.gitattributes` assigns it to a filter, which does not run. */
  | { readonly verdict: 'filtered'; readonly filter: string }
)

/** Judges a path relative to the root, with slashes. `null`: it may be changed. */
export type JudgePath = (path: string) => RefusedPath | null

/** Compiles the rules once. `trees`: the symbolic links of each tree that counts. */
export function pathPolicy(rules: PathRules, trees: readonly (readonly Link[])[]): JudgePath {
  // Protection applies to every spelling that some file system treats as the same path; unprotecting and allowing are exact.
  const isForbidden = matcher(FORBIDDEN_PATHS.map(foldPath))
  const isListed = matcher(PROTECTED_GLOBS.map(foldPath))
  const named = new Set(rules.protectedPaths.map((path) => foldPath(path.replace(/^(?:\.?\/)+/, ''))))
  const isUnprotected = permission(rules.unprotectedPaths)
  const isAllowed = permission(rules.allowedPaths)
  const files = rules.files === undefined ? null : new Set(rules.files)
  const isProtected = (path: string) => {
    const folded = foldPath(path)
    const mayBe = isListed(folded) || named.has(folded) || folded.split('/').some(isShortName)
    return mayBe && !isUnprotected(path)
  }
  const folders = new Set(
    [...PROTECTED_GLOBS, ...named].flatMap((glob) => foldPath(glob).split('/').slice(0, -1)),
  )
  const isFolderOfRule = (name: string) => folders.has(foldPath(name))
  const linksTo = trees.map((links) => followLinks(links, { isProtected, isFolderOfRule }))
  const findLinkTo = (path: string) => linksTo.map((find) => find(path)).find((link) => link !== null) ?? null
  return (path) => {
    const folded = foldPath(path)
    if (!isMatchable(path) || !isMatchable(folded) || isForbidden(folded))
      return { path, verdict: 'forbidden' }
    if (isProtected(path)) return { path, verdict: 'protected', link: null }
    const link = isUnprotected(path) ? null : findLinkTo(path)
    if (link !== null) return { path, verdict: 'protected', link }
    if (rules.allowedPaths.length > 0 && !isAllowed(path)) return { path, verdict: 'outside' }
    return files === null || files.has(path) ? null : { path, verdict: 'other-file' }
  }
}

/**
 * Windows gives a file a second, short name, such as `CLAUDE~1` for `.claude`. Which file has it depends on the others of
 * the folder, so any such name may lead to a protected path.
 * https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-fscc/18e63b13-ba43-4f5f-a5b7-11e871b71f14
 */
const isShortName = (name: string): boolean =>
  /^(?=.{3,8}(?:\.|$))[^.~]{1,6}~[1-9]\d{0,5}(?:\.[^.]{1,3})?$/.test(name)

/** A path below the root that can be matched against globs: no name of it is empty, `.` or `..`. */
const isMatchable = (path: string): boolean =>
  path.length <= MAX_PATH &&
  path
    .replace(/\/$/, '')
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..')

function matcher(...rules: Parameters<typeof matchPaths>): (path: string) => boolean {
  const compare = matchPaths(...rules)
  return (path) => finish(compare(path))
}

/**
 * Whether the last glob that matches a path includes it. What a glob includes is exact. What one excludes (`!…`), it excludes
 * in every spelling that some file system treats as the same path, and by its short name.
 */
function permission(globs: readonly string[]): (path: string) => boolean {
  const rules = globs
    .map((glob) => {
      const isIncluded = !glob.startsWith('!')
      if (isIncluded) return { isIncluded, isMatch: matcher([glob]) }
      const isLeft = matcher(['**', glob])
      const isLeftWhenFolded = matcher(['**', `!${foldPath(glob.slice(1))}`], isShortName)
      return {
        isIncluded,
        isMatch: (path: string, folded: string) => !isLeft(path) || !isLeftWhenFolded(folded),
      }
    })
    .toReversed()
  return (path) => {
    const folded = foldPath(path)
    return rules.find(({ isMatch }) => isMatch(path, folded))?.isIncluded ?? false
  }
}

/** Why a path may not be changed, to follow the word "is". Names the setting that allows it. */
export function describeVerdict(refused: RefusedPath): string {
  switch (refused.verdict) {
    case 'protected': {
      if (refused.link === null && WORKFLOWS.test(refused.path))
        return 'a workflow file, which a person has to change'
      const why =
        refused.link === null ? '' : `, because the symbolic link ${showPath(refused.link)} leads to it`
      return `protected${why}: only \`paths.unprotect\` in the project settings allows it`
    }
    case 'outside':
      return 'not among the paths that `paths.allow` or `working-directory` in the project settings names'
    case 'other-file':
      return 'not one of the files that this job is for'
    case 'forbidden':
      return 'part of a git directory, which no setting allows'
    case 'filtered':
      return `assigned by .gitattributes to the filter \`${refused.filter}\`, which Prentice does not run, so its text would be published as it is, for example unencrypted: a person has to commit it where the filter is installed`
  }
}

/** Even if the settings allow it, GitHub refuses the push: tokens of runners have no permission `workflows`. */
const WORKFLOWS = /^\.github\/workflows\//i

/** The paths grouped by what is said of them. */
export function describeRefusals(refused: readonly RefusedPath[]): string {
  return [...Map.groupBy(refused, describeVerdict)]
    .map(([why, found]) => `${showPaths([...new Set(found.map(({ path }) => path))])} (${why})`)
    .join('; ')
}
