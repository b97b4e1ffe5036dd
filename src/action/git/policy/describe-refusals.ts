import { showPath, showPaths } from '../../text/format.ts'
import type { RefusedPath } from './path-policy.ts'

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
