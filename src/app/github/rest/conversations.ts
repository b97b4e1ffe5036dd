import { z } from 'zod'
import { AnswerTooLarge, fetchConversation } from '../../../conversation/conversation.ts'
import type { AttachmentPlace, ReadIssue, SubmittedReview } from '../conversation.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, type GithubClient, notAsDescribed } from '../request/request.ts'
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

type ConversationCalls =
  | 'react'
  | 'readConversation'
  | 'readIssue'
  | 'readReview'
  | 'replyInThread'
  | 'listAnsweredThreads'
  | 'listOwnLineComments'
  | 'listOwnReviews'
  | 'createReview'

const LINE_COMMENTS = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments'

/** What people write in reviews, and how the app shows that it has read something. */
export function conversations(
  deps: GithubClient & Pick<Github, 'identity'> & { readonly now: () => number },
): Pick<Github, ConversationCalls> {
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

    async readConversation({ id, installationId, owner, name }, number) {
      const graphql = (query: string, variables: Readonly<Record<string, unknown>>) =>
        ask.graphql(installationId, query, variables)
      try {
        return await fetchConversation(graphql, { id, owner, name, number })
      } catch (error) {
        if (error instanceof AnswerTooLarge)
          throw notAsDescribed('POST /graphql', 'a single text', deps.now(), error)
        if (!(error instanceof z.ZodError)) throw error
        const where = error.issues[0]?.path.join('.') || 'the whole body'
        throw notAsDescribed('POST /graphql', where, deps.now(), error)
      }
    },

    replyInThread(repository, pull, thread, body) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies'
      const params = { pull_number: pull, comment_id: thread, body }
      return ask.write(about(repository, route, params))
    },

    async listAnsweredThreads(repository, pull, { text, since }) {
      const params = { pull_number: pull, since: since.toISOString() }
      const comments = await ask.all(ReviewComment, about(repository, LINE_COMMENTS, params))
      const { botId } = await identity()
      return comments.flatMap(({ authorId, body, thread }) =>
        authorId === botId && body === text ? [thread] : [],
      )
    },

    async listOwnLineComments(repository, pull) {
      const comments = await ask.all(ReviewComment, about(repository, LINE_COMMENTS, { pull_number: pull }))
      const { botId } = await identity()
      return comments.flatMap(({ authorId, path, line, body }) =>
        authorId === botId ? [{ path, line, body }] : [],
      )
    },

    async listOwnReviews(repository, pull) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews'
      const reviews = await ask.all(Review, about(repository, route, { pull_number: pull }))
      const { botId } = await identity()
      return reviews.flatMap(({ id, authorId, body }) => (authorId === botId ? [{ id, body }] : []))
    },

    createReview(repository, pull, { headSha, body, comments }) {
      const route = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews'
      const params = {
        ...{ pull_number: pull, commit_id: headSha, event: 'COMMENT', body },
        comments: comments.map(({ startLine, ...comment }) => ({
          ...{ ...comment, side: 'RIGHT' },
          ...(startLine !== undefined && { start_line: startLine, start_side: 'RIGHT' }),
        })),
      }
      return ask.write(about(repository, route, params))
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

export function comments({ ask, identity }: GithubClient & Pick<Github, 'identity'>): CommentCalls {
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

const Rendered = z.object({ body_html: z.string().nullish() })
const ReviewOfComment = z.object({ pull_request_review_id: z.int().nullish() })

/** Only as HTML does GitHub give the signed addresses: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
const AS_HTML = { headers: { accept: 'application/vnd.github.full+json' } }

/** The signed addresses in rendered text, at the host where GitHub serves what people attached. Pure. */
function signedAddresses(html: string, webUrl: string): string[] {
  const { origin } = new URL(webUrl)
  const host = origin === 'https://github.com' ? 'https://private-user-images.githubusercontent.com' : origin
  const attributes = html.matchAll(/(?:src|href)="([^"]{1,4000})"/g)
  const addresses = [...attributes].map(([, value = '']) => value.replaceAll('&amp;', '&'))
  return [...new Set(addresses)].filter((one) => one.startsWith(`${host}/`) && /[?&]jwt=/.test(one))
}

export function attachments(
  deps: GithubClient & { readonly webUrl: string },
): Pick<Github, 'listSignedAttachments'> {
  const { ask, webUrl } = deps

  async function readOne(repository: RepositoryRef, route: string, params: object): Promise<string> {
    const question = about(repository, route, { ...params, ...AS_HTML })
    return (await ask.oneOrNull(Rendered, question, [404, 410]))?.body_html ?? ''
  }

  /** The comments of a review belong to it. */
  async function readReview(repository: RepositoryRef, pull: number, id: number): Promise<string> {
    const params = { pull_number: pull, review_id: id }
    const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}'
    const own = await readOne(repository, route, params)
    const list = about(repository, `${route}/comments`, { ...params, ...AS_HTML })
    const comments = await ask.all(Rendered, list)
    return [own, ...comments.map(({ body_html }) => body_html ?? '')].join('\n')
  }

  async function read(repository: RepositoryRef, place: AttachmentPlace): Promise<string> {
    switch (place.kind) {
      case 'issue':
        return readOne(repository, 'GET /repos/{owner}/{repo}/issues/{issue_number}', {
          issue_number: place.number,
        })
      case 'comment':
        return readOne(repository, 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          comment_id: place.id,
        })
      case 'review':
        return readReview(repository, place.pull, place.id)
      case 'review-comment': {
        const route = 'GET /repos/{owner}/{repo}/pulls/comments/{comment_id}'
        const question = about(repository, route, { comment_id: place.id })
        const found = await ask.oneOrNull(ReviewOfComment, question)
        const review = found?.pull_request_review_id ?? null
        return review === null ? '' : readReview(repository, place.pull, review)
      }
    }
  }

  return {
    listSignedAttachments: async (repository, place) =>
      signedAddresses(await read(repository, place), webUrl),
  }
}
