import { buildSchema, type ExecutionResult, GraphQLError, type GraphQLSchema, graphql } from 'graphql'
import { mayDo, maySee, refuseSuspended } from '../accounts/authorize.ts'
import { repositoryNamed, repositoryOnceNamed } from '../git/repositories.ts'
import { closedBy } from '../issues/change-issue.ts'
import { findThread } from '../issues/threads.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json, RestResponse } from '../rest/route.ts'
import { associationOf } from '../shapes/authorship.ts'
import { commentShape, type Thread } from '../shapes/issue.ts'
import { isoDate } from '../shapes/primitives.ts'
import { pullShape } from '../shapes/pull-request.ts'
import { reviewCommentShape, reviewShape } from '../shapes/review.ts'
import type { Account } from '../state/account.ts'
import type { Credential } from '../state/credential.ts'
import type { ReviewComment } from '../state/issue.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { SCHEMA } from './schema.ts'

let schema: GraphQLSchema | null = null

/** Answers a GraphQL query, within a slice of GitHub's schema: https://docs.github.com/en/graphql */
export const serveGraphql = async (
  state: GithubState,
  credential: Credential,
  body: Json,
): Promise<RestResponse> => {
  if (credential.kind === 'none') throw new ApiError(401, 'This endpoint requires you to be authenticated.')
  refuseSuspended(credential)
  const { query, variables } = body
  if (typeof query !== 'string')
    return {
      status: 200,
      body: { errors: [{ message: 'A query attribute must be specified and must be a string.' }] },
    }
  schema ??= buildSchema(SCHEMA)
  const result = await graphql({
    ...{ schema, source: query },
    rootValue: rootOf({ state, credential }),
    variableValues: typeof variables === 'object' && variables !== null ? { ...variables } : {},
  })
  return { status: 200, body: shapeOf(result) }
}

/** GitHub's errors have a type beside their message. */
const shapeOf = ({ data, errors = [] }: ExecutionResult): Json => ({
  ...(data !== undefined && { data }),
  ...(errors.length > 0 && {
    errors: errors.map(({ message, path, locations, extensions: { type } }) => ({
      ...(type !== undefined && { type }),
      ...(path !== undefined && { path }),
      locations: locations ?? [],
      message,
    })),
  }),
})

const failed = (type: 'NOT_FOUND' | 'FORBIDDEN', message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type } })

interface Asking {
  readonly state: GithubState
  readonly credential: Credential
}

interface Place extends Asking {
  readonly repository: Repository
}

const rootOf = (asking: Asking) => ({
  repository({ owner, name }: { readonly owner: string; readonly name: string }) {
    const { state, credential } = asking
    const repository = repositoryNamed(state, owner, name) ?? repositoryOnceNamed(state, owner, name)
    if (!repository || !maySee(state, credential, repository))
      throw failed('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`)
    const place = { ...asking, repository }
    return {
      databaseId: repository.id,
      pullRequests: (page: Page & { readonly states?: readonly string[] }) => mergedPulls(place, page),
      issueOrPullRequest: ({ number }: { readonly number: number }) => threadAt(place, number),
      pullRequest: ({ number }: { readonly number: number }) => {
        const thread = threadAt(place, number)
        if (thread.__typename === 'PullRequest') return thread
        throw failed('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`)
      },
    }
  },
})

/** Newest first. No query asks for others, or in another order. */
const mergedPulls = (
  place: Place,
  { states = [], ...page }: Page & { readonly states?: readonly string[] },
) => {
  if (!mayRead(place, 'pull_requests')) throw failed('FORBIDDEN', 'Resource not accessible by integration')
  if (states.join() !== 'MERGED') throw new GraphQLError('the sandbox GitHub lists only merged pull requests')
  const { pulls } = place.repository
  const merged = pulls.filter((pull) => pull.merged).toSorted((one, other) => other.number - one.number)
  return pageOf(
    merged.map((pull) => ({
      ...openedIn(place, { kind: 'pull', pull }),
      ...pullIn(place, pull),
    })),
    page,
  )
}

const mayRead = ({ state, credential, repository }: Place, ...permissions: readonly string[]): boolean =>
  permissions.some((permission) => mayDo(state, credential, { repository, permission, level: 'read' }))

const threadAt = (place: Place, number: number) => {
  const thread = findThread(place.repository, number)
  if (!thread)
    throw failed('NOT_FOUND', `Could not resolve to an issue or pull request with the number of ${number}.`)
  if (!mayRead(place, 'issues', 'pull_requests'))
    throw failed('FORBIDDEN', 'Resource not accessible by integration')
  return thread.kind === 'issue'
    ? { __typename: 'Issue', ...openedIn(place, thread) }
    : { __typename: 'PullRequest', ...openedIn(place, thread), ...pullIn(place, thread.pull) }
}

const openedIn = (place: Place, thread: Thread) => {
  const one = thread.kind === 'issue' ? thread.issue : thread.pull
  return {
    ...{ number: one.number, title: one.title, body: one.body ?? '', author: actorOf(one.author) },
    authorAssociation: associationOf(place.state, place.repository, one.author),
    ...{ createdAt: isoDate(one.createdAt), lastEditedAt: null },
    repository: {
      databaseId: place.repository.id,
      nameWithOwner: `${place.repository.owner.login}/${place.repository.name}`,
    },
    comments: (page: Page) => pageOf(commentsOf(place, thread), page),
  }
}

/** The login of a bot has no suffix here. */
const actorOf = ({ type, id, login }: Account) => ({
  __typename: type,
  databaseId: id,
  login: type === 'Bot' ? login.replace('[bot]', '') : login,
})

interface Written {
  readonly author: Account
  readonly body: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

const textOf = (
  { state, repository }: Place,
  { author, body, createdAt, updatedAt }: Written,
  id: number,
) => ({
  ...{ author: actorOf(author), body, createdAt: isoDate(createdAt), publishedAt: isoDate(createdAt) },
  authorAssociation: associationOf(state, repository, author),
  lastEditedAt: updatedAt > createdAt ? isoDate(updatedAt) : null,
  isMinimized: repository.minimized.has(id),
})

const commentsOf = (place: Place, thread: Thread) => {
  const { state, repository } = place
  const { number } = thread.kind === 'issue' ? thread.issue : thread.pull
  return repository.comments
    .filter(({ issue }) => issue === number)
    .map((comment) => ({
      ...textOf(place, comment, comment.id),
      url: commentShape(state, repository, thread, comment).html_url,
    }))
}

interface Page {
  readonly first?: number
  readonly last?: number
  readonly after?: string
  readonly before?: string
}

/** A cursor is the place in the list. */
const pageOf = <T>(all: readonly T[], { first, last, after, before }: Page) => {
  if (Math.max(first ?? 0, last ?? 0) > 100 || (first ?? last) == null)
    throw new GraphQLError('You must provide a `first` or `last` value from 1 to 100 to properly paginate.')
  const [from, to] = [Number(after ?? -1) + 1, Number(before ?? all.length)]
  const start = first != null ? from : Math.max(from, to - (last ?? 0))
  const end = first != null ? Math.min(to, from + first) : to
  const nodes = all.slice(start, end)
  const cursor = (at: number) => (nodes.length === 0 ? null : String(at))
  return {
    nodes,
    totalCount: all.length,
    pageInfo: { startCursor: cursor(start), endCursor: cursor(end - 1), hasNextPage: end < all.length },
  }
}

const pullIn = (place: Place, pull: Pull) => {
  const { state, repository } = place
  const own = repository.reviewComments.filter((comment) => comment.pull === pull.number)
  const threads = own.filter(({ inReplyTo }) => inReplyTo === null)
  let shaping: ReturnType<typeof pullShape> | null = null
  const shape = () => {
    shaping ??= pullShape(state, pull)
    return shaping
  }
  return {
    mergedAt: pull.merged && isoDate(pull.merged.at),
    mergeCommit: pull.merged && { oid: pull.merged.sha },
    additions: async () => (await shape()).additions,
    deletions: async () => (await shape()).deletions,
    changedFiles: async () => (await shape()).changed_files,
    reviews: (page: Page) =>
      pageOf(
        repository.reviews
          .filter((review) => review.pull === pull.number)
          .map((review) => ({
            ...textOf(
              place,
              { ...review, createdAt: review.submittedAt, updatedAt: review.submittedAt },
              review.id,
            ),
            ...{ state: review.state.toUpperCase(), submittedAt: isoDate(review.submittedAt) },
            url: reviewShape(state, pull, review).html_url,
          })),
        page,
      ),
    reviewThreads: (page: Page) =>
      pageOf(
        threads.map((first) =>
          threadOf(place, pull, [first, ...own.filter(({ inReplyTo }) => inReplyTo === first.id)]),
        ),
        page,
      ),
    closingIssuesReferences: (page: Page) =>
      pageOf(
        closedBy(repository, pull.body ?? '').map((issue) => openedIn(place, { kind: 'issue', issue })),
        page,
      ),
    commits: () => ({
      totalCount: async () => (await shape()).commits,
      nodes: [{ commit: { statusCheckRollup: () => rollupOf(place, pull) } }],
    }),
  }
}

const threadOf = (place: Place, pull: Pull, comments: readonly ReviewComment[]) => {
  const { state, repository } = place
  const [first] = comments
  return {
    ...{ path: first?.path, line: first?.line, originalLine: first?.line, isOutdated: false },
    isResolved: repository.resolvedThreads.has(first?.id ?? 0),
    comments: (page: Page) =>
      pageOf(
        comments.map((comment) => ({
          ...textOf(place, comment, comment.id),
          url: reviewCommentShape(state, repository, pull, comment).html_url,
        })),
        page,
      ),
  }
}

const rollupOf = (place: Place, pull: Pull) => {
  if (!mayRead(place, 'checks')) throw failed('FORBIDDEN', 'Resource not accessible by integration')
  const runs = place.repository.checkRuns.filter(({ headSha }) => headSha === pull.headSha)
  return runs.length === 0
    ? null
    : {
        contexts: (page: Page) =>
          pageOf(
            runs.map(({ name, status, conclusion, app }) => ({
              ...{ __typename: 'CheckRun', name, status: status.toUpperCase() },
              conclusion: conclusion?.toUpperCase() ?? null,
              checkSuite: { app: { slug: app.slug } },
            })),
            page,
          ),
      }
}
