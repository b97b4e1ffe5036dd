export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled'

/** At most 20 characters of label and identifier, and 40 of description. */
export interface CheckButton {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

export interface CheckAnnotation {
  readonly path: string
  readonly line: number
  readonly title: string
  readonly message: string
}

/** What a check run shows. Limits: https://docs.github.com/en/rest/checks/runs#create-a-check-run */
export interface CheckRunFields {
  /** `null`: in progress. */
  readonly conclusion: CheckConclusion | null
  readonly title: string
  readonly summary: string
  /** At most 50. GitHub adds them to those that it has. */
  readonly annotations: readonly CheckAnnotation[]
  /** At most three. */
  readonly buttons: readonly CheckButton[]
  readonly detailsUrl: string | null
}

export interface NewCheckRun extends CheckRunFields {
  readonly name: string
  readonly headSha: string
  /** Identifies the check run if the response to its creation was lost. */
  readonly externalId: string
}

/** Of whom a review is requested: logins, and slugs of teams. */
export interface Reviewers {
  readonly people: readonly string[]
  readonly teams: readonly string[]
}

/** An outage or a rate limit is thrown as GithubUnavailable. */
export type Refused =
  /** The installation has not granted the permission. */
  | { readonly kind: 'not-granted'; readonly detail: string }
  /** For example the conversation is locked, or what was to be updated was deleted. A retry does not help. */
  | { readonly kind: 'refused'; readonly detail: string }

/** How GitHub took a request that adds something to what people see. */
export type Sent = { readonly kind: 'sent' } | Refused

/** How GitHub took what was to be shown. */
export type Written = { readonly kind: 'written'; readonly id: number } | Refused
