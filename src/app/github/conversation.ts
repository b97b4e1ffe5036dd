import type { Conversation } from '../../conversation/conversation.ts'
import type { ComposedReview } from '../../review/compose-review.ts'
import type { Written } from './errors.ts'
import type { RepositoryRef } from './repository.ts'

/** What a person may do in a repository now. */
export interface CollaboratorPermission {
  /** A login can pass to another person: compare this id. */
  readonly userId: number
  /** `admin`, `write`, `read` or `none`. `maintain` counts as write, and `triage` as read. */
  readonly permission: string
  /** The role itself, which may be one that the organisation has defined. */
  readonly roleName: string
}

const MAY_WRITE: ReadonlySet<string> = new Set(['admin', 'write'])

/** The login may be somebody else's by now, so the id decides. */
export const mayWrite = (found: CollaboratorPermission | null, personId: number): boolean =>
  found?.userId === personId && MAY_WRITE.has(found.permission)

/** A review of a pull request, with all of its comments. */
export interface SubmittedReview {
  readonly id: number
  /** `null`: the account was deleted. */
  readonly authorId: number | null
  readonly body: string
  /** approved, changes_requested, commented, dismissed. */
  readonly state: string
  readonly comments: readonly ReviewComment[]
}

export interface ReviewComment {
  readonly id: number
  readonly authorId: number | null
  readonly body: string
  readonly path: string
  /** The end of the diff's hunk, down to the line. */
  readonly hunk: string
  readonly line: number | null
  /** The first comment of its thread, itself or another. */
  readonly thread: number
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

export interface OwnLineComment {
  readonly path: string
  readonly line: number | null
  readonly body: string
}

/** The current state of an issue or a pull request. */
export interface ReadIssue {
  readonly title: string
  readonly body: string
  /** `null`: the account was deleted, or is no person's. */
  readonly author: { readonly id: number; readonly login: string } | null
  readonly isPullRequest: boolean
}

/** What a reaction is added to. Of an issue or a pull request, the id is its number. */
export interface ReactionSubject {
  readonly kind: 'issue' | 'comment' | 'review-comment'
  readonly id: number
}

/** A text on GitHub to which people can attach files. */
export type AttachmentPlace =
  /** The first text of an issue or of a pull request. */
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'comment'; readonly id: number }
  /** A review with its comments; `review-comment`: the review that has this comment. */
  | { readonly kind: 'review' | 'review-comment'; readonly pull: number; readonly id: number }

/** Issues, comments and reviews, and what people may do. */
export interface GithubConversations {
  /** Whether the person owns the organisation. Needs the permission `members`; without it the answer is no. */
  isOrganizationOwner(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    login: string,
  ): Promise<boolean>
  /** Whether the person is in a team of the organisation. Needs the permission `members`; without it the answer is no. */
  isTeamMember(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    team: string,
    login: string,
  ): Promise<boolean>
  /** The present login of a person, who may have changed it; `null`: the account was deleted. */
  loginOf(installation: Pick<RepositoryRef, 'installationId'>, personId: number): Promise<string | null>
  /** `null`: there is no person of that login, or no such repository. */
  permissionOf(repository: RepositoryRef, login: string): Promise<CollaboratorPermission | null>
  react(repository: RepositoryRef, subject: ReactionSubject, content: 'eyes' | 'confused'): Promise<Written>
  /** Addresses with which anybody can read, for some minutes, the files that people attached to a text. */
  listSignedAttachments(repository: RepositoryRef, place: AttachmentPlace): Promise<string[]>
  /** An issue or a pull request; `null`: it does not exist, or was deleted or moved. */
  readIssue(repository: RepositoryRef, number: number): Promise<ReadIssue | null>
  /** What people said on an issue or a pull request; `null`: it does not exist. */
  readConversation(repository: RepositoryRef, number: number): Promise<Conversation | null>
  /** `null`: it does not exist, or was deleted. */
  readReview(repository: RepositoryRef, pull: number, id: number): Promise<SubmittedReview | null>
  /** What our bot has said on lines of a pull request. `line`: where it stands now, or else stood. */
  listOwnLineComments(repository: RepositoryRef, pull: number): Promise<OwnLineComment[]>
  /** The reviews of our bot, oldest first. */
  listOwnReviews(
    repository: RepositoryRef,
    pull: number,
  ): Promise<{ readonly id: number; readonly body: string }[]>
  /** Posts a review that neither approves nor requests changes. GitHub takes all of it or nothing. */
  createReview(
    repository: RepositoryRef,
    pull: number,
    review: ComposedReview & { readonly headSha: string },
  ): Promise<Written>
  /** `thread`: the first comment of it. */
  replyInThread(repository: RepositoryRef, pull: number, thread: number, body: string): Promise<Written>
  /** The threads of a pull request that our bot has answered with this text, not before `since`. */
  listAnsweredThreads(
    repository: RepositoryRef,
    pull: number,
    search: { readonly text: string; readonly since: Date },
  ): Promise<number[]>
  createComment(repository: RepositoryRef, issue: number, body: string): Promise<Written>
  updateComment(repository: RepositoryRef, id: number, body: string): Promise<Written>
  /** The comment of our bot that contains `marker`, not older than `since`. */
  findOwnComment(
    repository: RepositoryRef,
    issue: number,
    search: { readonly marker: string; readonly since: Date },
  ): Promise<number | null>
}
