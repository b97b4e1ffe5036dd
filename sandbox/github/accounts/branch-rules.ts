import type { Repository } from '../state/repository.ts'
import type { Rule, Ruleset } from '../state/ruleset.ts'

/** Whether a rule of a ruleset or of branch protection holds for a branch. */
export const isProtected = (repository: Repository, branch: string): boolean =>
  repository.protectedBranches.has(branch) || rulesOf(repository, branch).length > 0

/** The rulesets that hold for a branch. */
export const rulesetsOf = (repository: Repository, branch: string): Ruleset[] =>
  repository.rulesets.filter(
    (ruleset) => ruleset.enforcement === 'active' && covers(repository, ruleset, branch),
  )

const rulesOf = (repository: Repository, branch: string): Rule[] =>
  rulesetsOf(repository, branch).flatMap(({ rules }) => rules)

export const needsPullRequest = (repository: Repository, branch: string): boolean =>
  rulesOf(repository, branch).some(({ type }) => type === 'pull_request')

/** GitHub's words for a change that a ruleset allows to pull requests only. */
export const PULL_REQUEST_NEEDED =
  'Repository rule violations found\n\nChanges must be made through a pull request.\n\n'

/** Approving reviews that a pull request into the branch needs. */
export const requiredApprovals = (repository: Repository, branch: string): number =>
  Math.max(0, ...rulesOf(repository, branch).map(({ approvals }) => approvals))

const covers = (repository: Repository, { include, exclude }: Ruleset, branch: string): boolean => {
  const matches = (pattern: string) =>
    pattern === '~ALL' ||
    (pattern === '~DEFAULT_BRANCH'
      ? branch === repository.defaultBranch
      : globOf(pattern).test(`refs/heads/${branch}`))
  return include.some(matches) && !exclude.some(matches)
}

/** GitHub matches with fnmatch: `*` stays within a segment, `**` does not. */
const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(/(\*\*|\*)/)
      .map((part) =>
        part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('')}$`,
  )
