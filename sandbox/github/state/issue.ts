import type { Account, App } from './account.ts'

export interface Label {
  readonly id: number
  readonly name: string
}

/** Who wrote a text, and through which app. */
export interface Authorship {
  readonly author: Account
  /** `null`: written on GitHub's pages, or with a token that no app issued. */
  readonly viaApp: App | null
}

/** An issue that is no pull request. Both share one sequence of numbers. */
export interface Issue extends Authorship {
  readonly id: number
  readonly number: number
  title: string
  body: string | null
  labels: readonly Label[]
  state: 'open' | 'closed'
  readonly createdAt: Date
  updatedAt: Date
  closedAt: Date | null
}

/** Where an issue is that was in the repository before. */
export interface TransferredIssue {
  readonly number: number
  readonly to: { readonly repositoryId: number; readonly number: number }
}

/** A comment in the conversation of an issue or a pull request. */
export interface Comment extends Authorship {
  readonly id: number
  readonly issue: number
  body: string
  readonly createdAt: Date
  updatedAt: Date
}

export interface Review extends Authorship {
  readonly id: number
  readonly pull: number
  readonly body: string
  state: 'approved' | 'changes_requested' | 'commented' | 'dismissed'
  readonly commit: string
  readonly submittedAt: Date
}

/** A comment on lines of a pull request. Every one belongs to a review. */
export interface ReviewComment extends Authorship {
  readonly id: number
  readonly review: number
  readonly pull: number
  readonly commit: string
  readonly path: string
  readonly line: number
  readonly startLine: number | null
  readonly side: 'LEFT' | 'RIGHT'
  readonly diffHunk: string
  readonly inReplyTo: number | null
  body: string
  readonly createdAt: Date
  updatedAt: Date
}

export interface Reaction {
  readonly id: number
  readonly subject: { readonly kind: 'issue' | 'comment' | 'review-comment'; readonly id: number }
  readonly author: Account
  readonly content: string
  readonly createdAt: Date
}
