import { type Reason, reason } from '../../../contract/reasons.ts'
import type { PublishRules } from '../../../contract/runner-protocol/publish.ts'
import type { SecretIndex } from '../../secrets/secret-index.ts'
import { showPath, showPaths } from '../../text/format.ts'
import type { Link } from '../checkout/read-tree-files.ts'
import type { Change } from '../diff/change.ts'
import { LFS } from '../diff/find-filters.ts'
import { isInGitFolder } from './find-git-folders.ts'
import { findMarkers, type MergeRules } from './find-markers.ts'
import { describeRefusals, type JudgePath, pathPolicy, type RefusedPath } from './path-policy.ts'
import { type SecretFinding, scanAddedLines } from './scan-added-lines.ts'

export type PublishPlan =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'publish'
      readonly files: number
      readonly additions: number
      readonly deletions: number
    }
  | { readonly kind: 'refuse'; readonly refusal: Refusal; readonly reason: Reason }

export interface Refusal {
  readonly code: 'change-unsafe' | 'path-protected' | 'change-too-large' | 'secret-found'
  readonly detail: string
}

interface PlanInput {
  readonly changes: readonly Change[]
  readonly rules: PublishRules
  /** The symbolic links of each tree that counts. */
  readonly links: readonly (readonly Link[])[]
  /** The folders that git takes for repositories once the change is made, see `findGitFolders`. */
  readonly gitFolders: ReadonlySet<string>
  /** The git filter of each path of the change that has one. */
  readonly filters: ReadonlyMap<string, string>
  /** Absent: the change is no part of a merge. */
  readonly merge?: MergeRules | undefined
  /** Secrets of this run: tokens, model keys, the run secret. */
  readonly secrets: Pick<SecretIndex, 'find' | 'redactKnown'>
}

/** Judges the whole change. It is published completely or not at all. */
export function planPublish({
  changes,
  rules,
  links,
  gitFolders,
  filters,
  merge,
  secrets,
}: PlanInput): PublishPlan {
  if (changes.length === 0) return { kind: 'nothing' }
  const refusal =
    refuseKinds(changes) ??
    refuseMarkers(changes, merge) ??
    refuseExecutables(changes, rules) ??
    refusePaths(changes, pathPolicy(rules, links)) ??
    refuseGitFolders(changes, gitFolders) ??
    refuseFiltered(changes, filters) ??
    refuseSize(changes, rules) ??
    refuseSecrets(changes, secrets)
  if (refusal !== null) return { kind: 'refuse', refusal, reason: reason(refusal.code, refusal.detail) }
  return {
    kind: 'publish',
    files: changes.length,
    additions: sum(changes.map(({ additions }) => additions)),
    deletions: sum(changes.map(({ deletions }) => deletions)),
  }
}

function refuseKinds(changes: readonly Change[]): Refusal | null {
  for (const change of changes) {
    const danger = describeDanger(change)
    if (danger !== null) return { code: 'change-unsafe', detail: `${danger} at ${showPath(change.path)}` }
  }
  return null
}

/** A moved link is unsafe even if unchanged, since a relative target then points elsewhere. */
function describeDanger({ oldMode, newMode }: Change): string | null {
  if (newMode === '160000' || (oldMode === '160000' && newMode !== null))
    return 'a nested repository or submodule'
  if (newMode === '120000') return 'a new or changed symbolic link'
  return null
}

function refuseMarkers(changes: readonly Change[], merge: MergeRules | undefined): Refusal | null {
  const [first] = merge === undefined ? [] : findMarkers(changes, merge)
  return first === undefined
    ? null
    : { code: 'change-unsafe', detail: `a conflict marker in ${showPath(first.path)}, line ${first.line}` }
}

/**
 * As many files may become executable as stop being so. Then no executable is new: an executable file was moved, whatever
 * git takes for its source after a rewrite. Where the project allows it, any script may become executable.
 */
function refuseExecutables(changes: readonly Change[], { executableScripts }: PublishRules): Refusal | null {
  if (executableScripts === true) return null
  const gained = changes.filter(({ oldMode, newMode }) => newMode === EXECUTABLE && oldMode !== EXECUTABLE)
  const lost = changes.filter(({ oldMode, newMode }) => oldMode === EXECUTABLE && newMode !== EXECUTABLE)
  if (gained.length <= lost.length) return null
  return {
    code: 'change-unsafe',
    detail: `a new executable bit at ${showPaths(gained.map(({ path }) => path))}`,
  }
}

const EXECUTABLE = '100755'

function refusePaths(changes: readonly Change[], judge: JudgePath): Refusal | null {
  const refused = changes.flatMap(pathsOf).flatMap((path) => judge(path) ?? [])
  return refused.length === 0 ? null : { code: 'path-protected', detail: describeRefusals(refused) }
}

const pathsOf = ({ path, oldPath }: Change): string[] => (oldPath === null ? [path] : [oldPath, path])

/** A file that was only deleted is harmless. */
function refuseGitFolders(changes: readonly Change[], folders: ReadonlySet<string>): Refusal | null {
  const refused = changes
    .filter(({ path, newMode }) => newMode !== null && isInGitFolder(folders, path))
    .map(({ path }): RefusedPath => ({ path, verdict: 'forbidden' }))
  return refused.length === 0 ? null : { code: 'path-protected', detail: describeRefusals(refused) }
}

/** LFS is named in the pull request instead. A file that was only deleted is not published. */
function refuseFiltered(changes: readonly Change[], filters: ReadonlyMap<string, string>): Refusal | null {
  const refused = changes
    .filter(({ newMode }) => newMode !== null)
    .flatMap(pathsOf)
    .flatMap((path): RefusedPath[] => {
      const filter = filters.get(path)
      return filter === undefined || filter === LFS ? [] : [{ path, verdict: 'filtered', filter }]
    })
  return refused.length === 0 ? null : { code: 'change-unsafe', detail: describeRefusals(refused) }
}

function refuseSize(changes: readonly Change[], rules: PublishRules): Refusal | null {
  const tooLarge = (detail: string): Refusal => ({ code: 'change-too-large', detail })
  if (changes.length > rules.maxFiles) {
    return tooLarge(`it has ${changes.length} files, and \`max-files\` is ${rules.maxFiles}`)
  }
  const bytes = sum(changes.map(({ newSize }) => newSize))
  if (bytes > rules.maxBytes) {
    return tooLarge(`its files have ${bytes} bytes, and \`max-bytes\` is ${rules.maxBytes}`)
  }
  return changes.some(({ addedLines }) => addedLines === null)
    ? tooLarge('its diff is too long to be searched for secrets')
    : null
}

function refuseSecrets(changes: readonly Change[], secrets: PlanInput['secrets']): Refusal | null {
  const found = scanAddedLines(changes, secrets)
  if (found.length === 0) return null
  const named = found.slice(0, 5).map(showFinding).join('; ')
  const more = found.length > 5 ? `; and ${found.length - 5} more` : ''
  return { code: 'secret-found', detail: named + more }
}

function showFinding({ kind, path, line }: SecretFinding): string {
  return line === null ? `${kind} in ${showPath(path)}` : `${kind} in ${showPath(path)}, line ${line}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
