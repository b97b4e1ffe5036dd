import { showPaths } from '../../text/show-path.ts'
import type { PathVerdict } from './path-policy.ts'

export type RefusedVerdict = Exclude<PathVerdict, 'writable'>

export interface RefusedPath {
  readonly path: string
  readonly verdict: RefusedVerdict
}

/** Why a path may not be changed, to follow the word "is". Names the setting that allows it. */
export function describeVerdict({ path, verdict }: RefusedPath): string {
  switch (verdict) {
    case 'protected':
      return WORKFLOWS.test(path)
        ? 'a workflow file, which a person has to change'
        : 'protected: only `paths.unprotect` in the project settings allows it'
    case 'outside':
      return 'not among the paths that `paths.allow` or `working-directory` in the project settings names'
    case 'other-file':
      return 'not one of the files that this job is for'
    case 'forbidden':
      return 'part of a git directory, which no setting allows'
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
