import { z } from 'zod'
import type { ReadIssue, SubmittedReview } from '../conversation.ts'
import type { Github } from '../github.ts'
import { about, type Deps } from '../request/request.ts'
import { absentIn } from './repositories.ts'

const Review = z
  .object({
    id: z.int(),
    user: z.object({ id: z.int() }).nullable(),
    body: z.string().nullable(),
    state: z.string(),
  })
  .transform(({ id, user, body, state }) => ({
    id,
    authorId: user?.id ?? null,
    body: body ?? '',
    state: state.toLowerCase(),
  }))

const ReviewComment = z
  .object({
    id: z.int(),
    user: z.object({ id: z.int() }).nullable(),
    body: z.string(),
    path: z.string(),
    diff_hunk: z.string(),
    // GitHub leaves the lines out of this list for some comments; the hunk ends with the line.
    line: z.int().nullish(),
    original_line: z.int().nullish(),
    in_reply_to_id: z.int().nullish(),
    updated_at: z.string(),
  })
  .transform((comment) => ({
    id: comment.id,
    authorId: comment.user?.id ?? null,
    body: comment.body,
    path: comment.path,
    hunk: comment.diff_hunk,
    line: comment.line ?? comment.original_line ?? null,
    thread: comment.in_reply_to_id ?? comment.id,
    updatedAt: Date.parse(comment.updated_at),
  }))

const Issue = z
  .object({
    title: z.string(),
    body: z.string().nullish(),
    user: z.object({ id: z.int(), login: z.string(), type: z.string() }).nullable(),
    pull_request: z.object({}).nullish(),
  })
  .transform(
    ({ title, body, user, pull_request: pull }): ReadIssue => ({
      title,
      body: body ?? '',
      author: user?.type === 'User' ? { id: user.id, login: user.login } : null,
      isPullRequest: pull != null,
    }),
  )

const REACTION_ROUTES = {
  issue: 'POST /repos/{owner}/{repo}/issues/{issue_number}/reactions',
  comment: 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions',
  'review-comment': 'POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions',
} as const

/** What people write in reviews, and how the app shows that it has read something. */
export function conversations(
  deps: Deps & Pick<Github, 'identity'>,
): Pick<Github, 'react' | 'readIssue' | 'readReview' | 'replyInThread' | 'listAnsweredThreads'> {
  const { ask, identity } = deps
  return {
    react(repository, { kind, id }, content) {
      const params = { [kind === 'issue' ? 'issue_number' : 'comment_id']: id, content }
      return ask.write(about(repository, REACTION_ROUTES[kind], params))
    },

    readIssue(repository, number) {
      const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
      return ask.oneOrNull(Issue, about(repository, route, { issue_number: number }), [404, 410])
    },

    replyInThread(repository, pull, thread, body) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies'
      const params = { pull_number: pull, comment_id: thread, body }
      return ask.write(about(repository, route, params))
    },

    async listAnsweredThreads(repository, pull, { text, since }) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments'
      const params = { pull_number: pull, since: since.toISOString() }
      const comments = await ask.all(ReviewComment, about(repository, route, params))
      const { botId } = await identity()
      return comments.flatMap(({ authorId, body, thread }) =>
        authorId === botId && body === text ? [thread] : [],
      )
    },

    async readReview(repository, pull, id): Promise<SubmittedReview | null> {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}'
      const params = { pull_number: pull, review_id: id }
      const review = await ask.oneOrNull(Review, about(repository, route, params))
      if (review === null) return absentIn(deps, repository)
      const list = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments'
      const comments = await ask.all(ReviewComment, about(repository, list, params))
      return { ...review, comments }
    },
  }
}

const Comment = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullable(),
})

type CommentCalls = Pick<Github, 'createComment' | 'updateComment' | 'findOwnComment'>

export function comments({ ask, identity }: Deps & Pick<Github, 'identity'>): CommentCalls {
  return {
    createComment: (repository, issue, body) =>
      ask.write(
        about(repository, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          issue_number: issue,
          body,
        }),
      ),

    updateComment: (repository, id, body) =>
      ask.write(
        about(repository, 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          comment_id: id,
          body,
        }),
      ),

    async findOwnComment(repository, issue, { marker, since }) {
      const found = await ask.all(
        Comment,
        about(repository, 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          issue_number: issue,
          since: since.toISOString(),
        }),
      )
      const { botId } = await identity()
      return found.find(({ body, user }) => user?.id === botId && body?.includes(marker))?.id ?? null
    },
  }
}
