import { z } from 'zod'

// What people said on an issue or a pull request, as GitHub's GraphQL API has it: its REST API shows neither which comments
// are minimized nor which threads are resolved.

const ACTOR =
  'author { __typename login ... on User { databaseId } ... on Bot { databaseId } } authorAssociation'
const TEXT = `${ACTOR} body createdAt publishedAt lastEditedAt isMinimized url`

/** A page of the comments. https://docs.github.com/en/graphql/reference/objects#issuecomment */
export const COMMENTS_QUERY = `query Comments($owner: String!, $name: String!, $number: Int!, $first: Int, $last: Int, $after: String, $before: String) {
  repository(owner: $owner, name: $name) {
    databaseId
    issueOrPullRequest(number: $number) {
      __typename
      ... on Issue { comments(first: $first, last: $last, after: $after, before: $before) { ...Page } }
      ... on PullRequest { comments(first: $first, last: $last, after: $after, before: $before) { ...Page } }
    }
  }
}
fragment Page on IssueCommentConnection {
  totalCount
  pageInfo { startCursor endCursor }
  nodes { ${TEXT} }
}`

/** What a pull request has besides comments. https://docs.github.com/en/graphql/reference/objects#pullrequest */
export const PULL_REQUEST_QUERY = `query PullRequest($owner: String!, $name: String!, $number: Int!, $reviews: Int!, $threads: Int!, $replies: Int!, $closes: Int!) {
  repository(owner: $owner, name: $name) {
    databaseId
    pullRequest(number: $number) {
      title body createdAt lastEditedAt ${ACTOR}
      reviews(last: $reviews) { totalCount nodes { ${TEXT} state submittedAt } }
      reviewThreads(last: $threads) {
        totalCount
        nodes { path line originalLine isResolved isOutdated comments(last: $replies) { totalCount nodes { ${TEXT} } } }
      }
      closingIssuesReferences(first: $closes) {
        nodes { number title body createdAt lastEditedAt ${ACTOR} repository { databaseId } }
      }
      commits(last: 1) {
        nodes { commit { statusCheckRollup { contexts(first: 50) {
          nodes { __typename ... on CheckRun { name status conclusion checkSuite { app { slug } } } ... on StatusContext { context state } }
        } } } }
      }
    }
  }
}`

/** A time that cannot be compared would count as one before the request. */
const Time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** `null`: the account was deleted. An organisation and a mannequin have no id here. */
const Author = z
  .object({ __typename: z.string(), login: z.string(), databaseId: z.int().nullish() })
  .transform(({ __typename: type, login, databaseId: id }) => ({
    ...{ id: id ?? null, login },
    ...(type === 'Bot' && { type: 'Bot' as const }),
  }))
  .nullable()

/** It proves no right: it says only who is worth a question. */
const IsMember = z.string().transform((association) => MEMBERS.has(association))
const MEMBERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

const written = {
  ...{ author: Author, authorAssociation: IsMember },
  ...{ body: z.string(), createdAt: Time, lastEditedAt: Time.nullable() },
}

const asWritten = <T extends { createdAt: number; lastEditedAt: number | null; authorAssociation: boolean }>({
  createdAt: at,
  lastEditedAt: editedAt,
  authorAssociation: isMember,
  ...text
}: T) => ({ ...text, at, editedAt, isMember })

/** Comments of a review are drafted: nobody else can read them before they are published. */
const Text = z
  .object({ ...written, publishedAt: Time.nullish(), isMinimized: z.boolean(), url: z.string() })
  .transform(({ publishedAt, ...text }) => asWritten({ ...text, createdAt: publishedAt ?? text.createdAt }))

/** GitHub leaves out, as `null`, what the token may not read. */
const nodesOf = <T>(node: z.ZodType<T>) =>
  z
    .array(node.nullable())
    .nullable()
    .transform((nodes) => (nodes ?? []).filter((one) => one !== null))

const Page = z.object({
  totalCount: z.int(),
  pageInfo: z.object({ startCursor: z.string().nullable(), endCursor: z.string().nullable() }),
  nodes: nodesOf(Text),
})

const CommentsAnswer = z.object({
  repository: z
    .object({
      databaseId: z.int(),
      issueOrPullRequest: z.object({ __typename: z.string(), comments: Page }).nullable(),
    })
    .nullable(),
})

const Review = Text.and(z.object({ state: z.string(), submittedAt: Time.nullable() })).transform(
  ({ submittedAt, state, ...text }) => ({ ...text, at: submittedAt ?? text.at, state: state.toLowerCase() }),
)

const Thread = z
  .object({
    path: z.string(),
    line: z.int().nullish(),
    originalLine: z.int().nullish(),
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    comments: z.object({ totalCount: z.int(), nodes: nodesOf(Text) }),
  })
  .transform(({ line, originalLine, comments, ...thread }) => ({
    ...thread,
    line: line ?? originalLine ?? null,
    comments: comments.nodes,
    unread: Math.max(0, comments.totalCount - comments.nodes.length),
  }))

const Opened = z.object({ title: z.string(), ...written }).transform(asWritten)

const ClosedIssue = Opened.and(z.object({ number: z.int(), repository: z.object({ databaseId: z.int() }) }))

const Check = z
  .union([
    z.object({
      ...{ name: z.string(), status: z.string(), conclusion: z.string().nullable() },
      checkSuite: z.object({ app: z.object({ slug: z.string() }).nullable() }).nullish(),
    }),
    z.object({ context: z.string(), state: z.string() }),
  ])
  .transform((check) =>
    'name' in check
      ? {
          ...{ name: check.name, result: (check.conclusion ?? check.status).toLowerCase() },
          app: check.checkSuite?.app?.slug ?? null,
        }
      : { name: check.context, result: check.state.toLowerCase(), app: null },
  )

const Checks = z
  .object({
    commit: z.object({
      statusCheckRollup: z.object({ contexts: z.object({ nodes: nodesOf(Check) }) }).nullable(),
    }),
  })
  .transform(({ commit }) => commit.statusCheckRollup?.contexts.nodes ?? [])

const PullRequestAnswer = z.object({
  repository: z
    .object({
      databaseId: z.int(),
      pullRequest: Opened.and(
        z.object({
          reviews: z.object({ totalCount: z.int(), nodes: nodesOf(Review) }).nullable(),
          reviewThreads: z.object({ totalCount: z.int(), nodes: nodesOf(Thread) }),
          closingIssuesReferences: z.object({ nodes: nodesOf(ClosedIssue) }).nullable(),
          commits: z.object({ nodes: nodesOf(Checks) }),
        }),
      ),
    })
    .nullable(),
})

/** Somebody's text. Times are epoch milliseconds. */
export type Text = z.infer<typeof Text>
export type Author = NonNullable<Text['author']>
export type Review = z.infer<typeof Review>
/** A thread of a review, at a line of the diff. */
export type Thread = z.infer<typeof Thread>

/** Others are named, not quoted. */
export const isOpen = ({ isResolved, isOutdated }: Thread): boolean => !isResolved && !isOutdated

export interface PullRequestTalk {
  readonly opened: z.infer<typeof Opened>
  readonly reviews: readonly Review[]
  readonly threads: readonly Thread[]
  /** Of the same repository. */
  readonly closes: readonly (z.infer<typeof Opened> & { readonly number: number })[]
  /** Names and results of the checks of its head: written by programs. */
  readonly checks: readonly { readonly name: string; readonly result: string; readonly app: string | null }[]
}

export interface Conversation {
  readonly number: number
  /** The first and the newest, in their order. */
  readonly comments: readonly Text[]
  /** Comments, reviews and threads that are not among them. */
  readonly unread: number
  /** Absent: it is an issue. */
  readonly pullRequest?: PullRequestTalk
}

/**
 * Asks GitHub's GraphQL API. Rejects if GitHub refuses or fails, except for what `isPartial` says. Rejects with
 * `AnswerTooLarge`, if the program bounds answers.
 */
export type AskGraphql = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>

/** What GitHub reports beside the data. https://spec.graphql.org/October2021/#sec-Errors */
export const GraphqlError = z.object({
  type: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  message: z.string(),
})

/**
 * Whether data that comes with these errors counts: something does not exist, or the token may not read a part of an issue
 * or a pull request. After anything else, such as a timeout within GitHub, `null` does not say that there is nothing.
 */
export const isPartial = (errors: readonly z.infer<typeof GraphqlError>[]): boolean =>
  errors.every(({ type, path = [] }) => type === 'NOT_FOUND' || (type === 'FORBIDDEN' && path.length > 2))

/** Thrown by `AskGraphql`: GitHub's answer is larger than the program reads at once. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const PAGE = 100
const MAX_COMMENTS = 300
/** Pages of the newest comments. Two, unless they are so long that the pages are smaller. */
const MAX_NEWEST_PAGES = 10
/** Of what a request asks for; each answer that is too large makes it a quarter. Anybody may write texts of 64 KiB. */
const SMALLEST_PART = 1 / 64

/**
 * The conversation of an issue or a pull request: at most 300 comments, the first hundred and the newest. `null`: it does
 * not exist, or the name is another repository's by now. At most four requests, unless the texts are so long that answers are
 * too large: then fewer are read. Throws a ZodError if GitHub's answer has another shape.
 */
export async function fetchConversation(
  ask: AskGraphql,
  {
    id,
    owner,
    name,
    number,
  }: { readonly id: number; readonly owner: string; readonly name: string; readonly number: number },
): Promise<Conversation | null> {
  const about = { owner, name, number }
  let part = 1
  const most = (count: number): number => Math.max(1, Math.floor(count * part))
  const askLess = async (query: string, sizes: () => Readonly<Record<string, unknown>>): Promise<unknown> => {
    for (;;)
      try {
        return await ask(query, { ...about, ...sizes() })
      } catch (error) {
        if (!(error instanceof AnswerTooLarge) || part <= SMALLEST_PART) throw error
        part /= 4
      }
  }
  const page = async (sizes: () => Readonly<Record<string, unknown>>) => {
    const { repository } = CommentsAnswer.parse(await askLess(COMMENTS_QUERY, sizes))
    return repository?.databaseId === id ? repository.issueOrPullRequest : null
  }
  const first = await page(() => ({ first: most(PAGE) }))
  if (first === null) return null
  const { totalCount: total } = first.comments
  const newest: Text[] = []
  let before: string | null = null
  let left = Math.min(total, MAX_COMMENTS) - most(PAGE)
  for (let pages = 0; left > 0 && pages < MAX_NEWEST_PAGES; pages += 1) {
    const next = await page(() => ({ last: most(PAGE), ...(before !== null && { before }) }))
    left -= most(PAGE)
    newest.unshift(...(next?.comments.nodes ?? []))
    before = next?.comments.pageInfo.startCursor ?? null
    if (before === null) break
  }
  const comments = [...new Map([...first.comments.nodes, ...newest].map((one) => [one.url, one])).values()]
  const unread = Math.max(0, total - comments.length)
  if (first.__typename !== 'PullRequest') return { number, comments, unread }
  const { repository } = PullRequestAnswer.parse(
    await askLess(PULL_REQUEST_QUERY, () => ({
      ...{ reviews: most(PAGE), threads: most(50), replies: most(10), closes: most(5) },
    })),
  )
  if (repository?.databaseId !== id) return null
  const { reviews, reviewThreads, closingIssuesReferences, commits, ...opened } = repository.pullRequest
  return {
    ...{ number, comments },
    unread:
      unread +
      Math.max(0, (reviews?.totalCount ?? 0) - most(PAGE)) +
      Math.max(0, reviewThreads.totalCount - most(50)) +
      reviewThreads.nodes.reduce((sum, thread) => sum + (isOpen(thread) ? thread.unread : 0), 0),
    pullRequest: {
      opened,
      reviews: reviews?.nodes ?? [],
      threads: reviewThreads.nodes,
      closes: (closingIssuesReferences?.nodes ?? []).filter(({ repository }) => repository.databaseId === id),
      checks: commits.nodes.flat(),
    },
  }
}
