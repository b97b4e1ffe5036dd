/** Who asked for a job: an API key, a person by the numeric id of their GitHub account, a merge that the settings watch, or a setting. */
export type Origin = KeyOrigin | PersonOrigin | GithubOrigin | WatchOrigin | SettingsOrigin

/**
 * Whether a prompt came over HTTP, from an API key or the dashboard, so that nobody has published it. `undefined`: the
 * origin is not recorded, and the prompt may have come over HTTP.
 */
export const isAskedOverHttp = (origin: Origin | undefined): boolean =>
  origin === undefined || origin.kind === 'key' || (origin.kind === 'actor' && origin.via === 'dashboard')

/** Whether somebody has asked, or a program of theirs, and may answer a question. `undefined`: the origin is not recorded. */
export const isOfPerson = (origin: Origin | undefined): boolean =>
  origin?.kind !== 'watch' && origin?.kind !== 'settings'

export interface KeyOrigin {
  readonly kind: 'key'
  readonly id: string
  readonly name: string
  /** IP address of the client; absent: not recorded. */
  readonly address?: string | undefined
}

/**
 * Asked in the dashboard (`via`); or started the workflow by hand, last changed its schedule, or clicked in a check run.
 */
export interface PersonOrigin {
  readonly kind: 'actor'
  readonly id: number
  readonly login: string
  readonly via?: 'dashboard' | undefined
  /** IP address of the client; absent: not recorded, or not in the dashboard. */
  readonly address?: string | undefined
}

/** Asked on an issue or a pull request. */
export interface GithubOrigin {
  readonly kind: 'github'
  readonly via: 'comment' | 'review-comment' | 'review' | 'label'
  readonly id: number
  readonly login: string
  /** It is the bot of a GitHub App; absent: a person, or recorded earlier. */
  readonly type?: 'Bot' | undefined
  /** Number of the issue or pull request. */
  readonly issue: number
  /** It is a pull request of somebody else; absent: it is an issue, or a pull request of a job. */
  readonly onPullRequest?: true | undefined
  /** Id of the comment or the review; `null`: a label has none. */
  readonly source: number | null
}

/** A pull request was merged in another repository, which the settings of the project watch. */
export interface WatchOrigin {
  readonly kind: 'watch'
  /** The other repository: its project, and `owner/name`. */
  readonly id: string
  readonly name: string
}

/** GitHub reported something about the pull request of a job for which the settings of the project name what follows. */
export interface SettingsOrigin {
  readonly kind: 'settings'
  /** The setting. */
  readonly id: FollowUpSetting
  /** What GitHub reported, in words. */
  readonly name: string
}

export type FollowUpSetting = 'on-ci-failure' | 'on-conflict'
