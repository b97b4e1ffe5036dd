import { expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { message, REPOSITORY, world } from '../github-world.ts'

/** The recorded shape of GitHub's answer: a bot's login has no suffix, and ids of comments exceed 32 bits. */
const comment = (n: number) => ({
  author: { __typename: 'User', login: 'ana', databaseId: 1 },
  body: `no. ${n}`,
  createdAt: '2026-11-20T10:00:00Z',
  lastEditedAt: null,
  authorAssociation: 'MEMBER',
  isMinimized: false,
  url: `https://github.com/acme/hello/issues/7#issuecomment-${3_000_000_000 + n}`,
})
const page = (totalCount: number, from: number, to: number, more: object = {}) => ({
  repository: {
    databaseId: REPOSITORY.id,
    issueOrPullRequest: {
      __typename: 'Issue',
      comments: {
        totalCount,
        pageInfo: { startCursor: `c${from}`, endCursor: `c${to - 1}` },
        nodes: Array.from({ length: to - from }, (_, at) => comment(from + at)),
      },
      ...more,
    },
  },
})

test.each([
  [0, [[0, 0]], 0],
  [100, [[0, 100]], 0],
  [
    101,
    [
      [0, 100],
      [1, 101],
    ],
    0,
  ],
  [
    250,
    [
      [0, 100],
      [150, 250],
      [50, 150],
    ],
    0,
  ],
  [
    2000,
    [
      [0, 100],
      [1900, 2000],
      [1800, 1900],
    ],
    1700,
  ],
])('with %d comments, the first hundred and the newest are read', async (total, pages, unread) => {
  const { api, github } = world()
  const asked: object[] = []
  for (const [from = 0, to = 0] of pages)
    api
      .post('/graphql', ({ variables }) => asked.push(variables) > 0)
      .reply(200, { data: page(total, from, to) })
  const found = await github.readConversation(REPOSITORY, 7)
  expect(found?.unread).toBe(unread)
  expect(found?.comments).toHaveLength(Math.min(total, 300))
  expect(new Set(found?.comments.map(({ body }) => body)).size).toBe(Math.min(total, 300))
  expect(asked[0]).toEqual({ owner: 'acme', name: 'hello', number: 7, first: 100 })
  if (pages.length === 3) expect(asked[2]).toMatchObject({ last: 100, before: `c${pages[1]?.[0]}` })
})

test('texts that are too long to parse together are read in part, and the agent learns how many were left out', async () => {
  const { api, github } = world()
  // GitHub escapes some characters, so that a text of 64 KiB takes six times as much.
  const long = '\\u003c'.repeat(64 * 1024)
  const replies = (from: number, to: number) =>
    JSON.stringify({ data: page(300, from, to) }).replace(/no\. \d+/g, `$& ${long}`)
  const asked: Record<string, unknown>[] = []
  api
    .post('/graphql', ({ variables }) => asked.push(variables) > 0)
    .times(13)
    .reply(() => {
      const { first, last, before } = asked.at(-1) ?? {}
      const end = typeof before === 'string' ? Number(before.slice(1)) : 300
      const [from, to] = first === undefined ? [end - Number(last), end] : [0, Number(first)]
      return [200, replies(from, to), { 'content-type': 'application/json' }]
    })
  const found = await github.readConversation(REPOSITORY, 7)
  expect(asked.map(({ first, last }) => first ?? last)).toEqual([100, 25, ...Array(11).fill(6)])
  expect(found?.comments).toHaveLength(66)
  expect(found?.comments.every(({ body }) => body.length > 64 * 1024)).toBe(true)
  expect(found?.unread).toBe(234)
})

test('a node that the token may not read is left out, and a deleted or organisation account is no person', async () => {
  const { api, github } = world()
  const nodes = [
    null,
    { ...comment(1), author: null },
    { ...comment(2), author: { __typename: 'Organization', login: 'acme' } },
    { ...comment(3), author: { __typename: 'Bot', login: 'renovate', databaseId: 29139614 } },
  ]
  const comments = { totalCount: 4, pageInfo: { startCursor: 'a', endCursor: 'b' }, nodes }
  api.post('/graphql').reply(200, { data: page(4, 0, 0, { comments }) })
  const found = await github.readConversation(REPOSITORY, 7)
  expect(found?.comments.map(({ author }) => author)).toEqual([
    null,
    { id: null, login: 'acme' },
    { id: 29139614, login: 'renovate', type: 'Bot' },
  ])
})

test('a draft that was published later has the time of its publication', async () => {
  const { api, github } = world()
  const nodes = [
    { ...comment(1), publishedAt: '2026-11-20T10:30:00Z' },
    { ...comment(2), publishedAt: null },
  ]
  const comments = { totalCount: 2, pageInfo: { startCursor: 'a', endCursor: 'b' }, nodes }
  api.post('/graphql').reply(200, { data: page(2, 0, 0, { comments }) })
  const found = await github.readConversation(REPOSITORY, 7)
  expect(found?.comments.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2026-11-20T10:30:00.000Z',
    '2026-11-20T10:00:00.000Z',
  ])
})

const failure = (type: string, text: string, path: readonly (string | number)[] = ['repository']) => ({
  ...{ type, path, locations: [], message: text },
})
/** In GitHub's schema, the path of the checks. */
const CHECKS = ['repository', 'pullRequest', 'commits', 'nodes', 0, 'commit', 'statusCheckRollup']

test.each([
  ['does not exist', { data: { repository: null }, errors: [failure('NOT_FOUND', 'Could not resolve')] }],
  [
    'has no such issue',
    {
      data: { repository: { databaseId: REPOSITORY.id, issueOrPullRequest: null } },
      errors: [failure('NOT_FOUND', 'Could not resolve')],
    },
  ],
  ['is another one by now', { data: { repository: { ...page(1, 0, 1).repository, databaseId: 999 } } }],
])('a repository that %s has no conversation', async (_, answer) => {
  const { api, github } = world()
  api.post('/graphql').reply(200, answer)
  expect(await github.readConversation(REPOSITORY, 7)).toBeNull()
})

test('pages without a comment that the token may read do not repeat a request', async () => {
  const { api, github } = world()
  const comments = { totalCount: 2000, pageInfo: { startCursor: 'a', endCursor: 'b' }, nodes: [null] }
  api
    .post('/graphql')
    .times(3)
    .reply(200, { data: page(2000, 0, 0, { comments }) })
  expect(await github.readConversation(REPOSITORY, 7)).toMatchObject({ comments: [], unread: 2000 })
})

test('checks that the App may not read are missing, and the rest is read', async () => {
  const { api, github } = world()
  const opened = {
    title: 'x',
    body: 'y',
    createdAt: '2026-11-20T10:00:00Z',
    lastEditedAt: null,
    authorAssociation: 'NONE',
    author: null,
  }
  const thread = {
    ...{ path: 'a', line: 1, originalLine: 1, isResolved: false, isOutdated: false },
    comments: { totalCount: 25, nodes: [comment(10)] },
  }
  const pullRequest = {
    ...opened,
    reviews: { totalCount: 1, nodes: [{ ...comment(9), state: 'APPROVED', submittedAt: null }] },
    reviewThreads: { totalCount: 1, nodes: [thread] },
    closingIssuesReferences: {
      nodes: [
        { number: 1, ...opened, repository: { databaseId: 4 } },
        { number: 2, ...opened, repository: { databaseId: REPOSITORY.id } },
      ],
    },
    commits: { nodes: [{ commit: { statusCheckRollup: null } }] },
  }
  api.post('/graphql').reply(200, { data: page(1, 0, 1, { __typename: 'PullRequest' }) })
  api.post('/graphql').reply(200, {
    data: { repository: { databaseId: REPOSITORY.id, pullRequest } },
    errors: [failure('FORBIDDEN', 'Resource not accessible by integration', CHECKS)],
  })
  const found = await github.readConversation(REPOSITORY, 7)
  expect(found?.pullRequest).toMatchObject({
    checks: [],
    reviews: [{ state: 'approved' }],
    closes: [{ number: 2 }],
  })
  expect(found?.pullRequest?.closes).toHaveLength(1)
  expect(found?.unread).toBe(24)
})

const withTime = (lastEditedAt: string) => ({
  ...{ totalCount: 1, pageInfo: { startCursor: 'a', endCursor: 'b' } },
  nodes: [{ ...comment(1), lastEditedAt }],
})

test.each([
  ['its rate limit', 200, { data: null, errors: [failure('RATE_LIMITED', 'API rate limit exceeded')] }, true],
  ['a secondary rate limit', 403, message('You have exceeded a secondary rate limit'), true],
  ['an outage', 502, '<html>', false],
  ['no data', 200, { data: null, errors: [{ message: 'Something went wrong' }] }, false],
  [
    'a timeout within GitHub',
    200,
    { data: { repository: null }, errors: [{ message: 'Something went wrong while executing your query' }] },
    false,
  ],
  ['a time that is none', 200, { data: page(1, 0, 0, { comments: withTime('soon') }) }, false],
  ['a page instead of an answer', 200, '<html>', false],
  ['errors that are no list', 200, { errors: 'x', data: null }, false],
  ['an error without words', 200, { errors: [{ type: 'X', message: null }], data: null }, false],
  ['another shape', 200, { data: { repository: { databaseId: '1' } } }, false],
])('GitHub is unavailable after %s', async (_, status, answer, isLimit) => {
  const { api, github } = world()
  api.post('/graphql').reply(status, answer)
  const error = await github.readConversation(REPOSITORY, 7).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(GithubUnavailable)
  expect(error).toMatchObject({ isLimit })
})

test.each([
  ['with the status 403', 403, message('Resource not accessible by integration')],
  [
    'beside data',
    200,
    {
      data: { repository: { databaseId: REPOSITORY.id, issueOrPullRequest: null } },
      errors: [
        failure('FORBIDDEN', 'Resource not accessible by integration', ['repository', 'issueOrPullRequest']),
      ],
    },
  ],
])('a refusal of GitHub %s is one', async (_, status, answer) => {
  const { api, github } = world()
  api.post('/graphql').reply(status, answer)
  await expect(github.readConversation(REPOSITORY, 7)).rejects.toBeInstanceOf(GithubRefused)
})
