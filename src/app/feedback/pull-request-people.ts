import type { Origin } from '../domain/origin.ts'
import type { Reviewers } from '../github/feedback-content.ts'

/** What the settings of a project say about new pull requests. */
export interface PullRequestSettings {
  readonly assignRequester: boolean
  readonly labels: readonly string[]
  /** Logins, and teams as `organisation/team`. */
  readonly reviewers: readonly string[]
}

export const DEFAULT_SETTINGS: PullRequestSettings = { assignRequester: true, labels: [], reviewers: [] }

/** What a new pull request gets. */
export interface PullRequestPeople {
  readonly assignees: readonly string[]
  readonly labels: readonly string[]
  readonly reviewers: Reviewers
}

/** Who asked over the API is no account of GitHub, and a bot cannot be assigned. Pure. */
export function peopleOf(origin: Origin, settings: PullRequestSettings): PullRequestPeople {
  const { assignRequester, labels, reviewers } = settings
  const isPerson = 'login' in origin && !origin.login.endsWith('[bot]')
  return {
    assignees: assignRequester && isPerson ? [origin.login] : [],
    labels,
    reviewers: {
      people: reviewers.filter((name) => !name.includes('/')),
      // GitHub takes the slug alone: a team belongs to the organisation of the repository.
      teams: reviewers.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1)),
    },
  }
}

export const hasPeople = ({ assignees, labels, reviewers }: PullRequestPeople): boolean =>
  assignees.length + labels.length + reviewers.people.length + reviewers.teams.length > 0
