// Written by scripts/slice-graphql.ts from GitHub's schema.
export const SCHEMA = `interface Actor {
  login: String!
}

type App {
  slug: String!
}

type Bot implements Actor {
  databaseId: Int
  login: String!
}

enum CheckConclusionState {
  ACTION_REQUIRED
  CANCELLED
  FAILURE
  NEUTRAL
  SKIPPED
  STALE
  STARTUP_FAILURE
  SUCCESS
  TIMED_OUT
}

type CheckRun {
  checkSuite: CheckSuite!
  conclusion: CheckConclusionState
  name: String!
  status: CheckStatusState!
}

enum CheckStatusState {
  COMPLETED
  IN_PROGRESS
  PENDING
  QUEUED
  REQUESTED
  WAITING
}

type CheckSuite {
  app: App
}

enum CommentAuthorAssociation {
  COLLABORATOR
  CONTRIBUTOR
  FIRST_TIMER
  FIRST_TIME_CONTRIBUTOR
  MANNEQUIN
  MEMBER
  NONE
  OWNER
}

type Commit {
  oid: GitObjectID!
  statusCheckRollup: StatusCheckRollup
}

scalar DateTime

scalar GitObjectID

type Issue {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  comments(after: String, before: String, first: Int, last: Int): IssueCommentConnection!
  createdAt: DateTime!
  lastEditedAt: DateTime
  number: Int!
  repository: Repository!
  title: String!
}

type IssueComment {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  createdAt: DateTime!
  isMinimized: Boolean!
  lastEditedAt: DateTime
  publishedAt: DateTime
  url: URI!
}

type IssueCommentConnection {
  nodes: [IssueComment]
  pageInfo: PageInfo!
  totalCount: Int!
}

type IssueConnection {
  nodes: [Issue]
}

union IssueOrPullRequest = Issue | PullRequest

input IssueOrder {
  direction: OrderDirection!
  field: IssueOrderField!
}

enum IssueOrderField {
  COMMENTS
  CREATED_AT
  UPDATED_AT
}

enum OrderDirection {
  ASC
  DESC
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  startCursor: String
}

type PullRequest {
  additions: Int!
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  changedFiles: Int!
  closingIssuesReferences(first: Int): IssueConnection
  comments(after: String, before: String, first: Int, last: Int): IssueCommentConnection!
  commits(first: Int, last: Int): PullRequestCommitConnection!
  createdAt: DateTime!
  deletions: Int!
  lastEditedAt: DateTime
  mergeCommit: Commit
  mergedAt: DateTime
  number: Int!
  reviewThreads(last: Int): PullRequestReviewThreadConnection!
  reviews(last: Int): PullRequestReviewConnection
  title: String!
}

type PullRequestCommit {
  commit: Commit!
}

type PullRequestCommitConnection {
  nodes: [PullRequestCommit]
  totalCount: Int!
}

type PullRequestConnection {
  nodes: [PullRequest]
  pageInfo: PageInfo!
}

type PullRequestReview {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  createdAt: DateTime!
  isMinimized: Boolean!
  lastEditedAt: DateTime
  publishedAt: DateTime
  state: PullRequestReviewState!
  submittedAt: DateTime
  url: URI!
}

type PullRequestReviewComment {
  author: Actor
  authorAssociation: CommentAuthorAssociation!
  body: String!
  createdAt: DateTime!
  isMinimized: Boolean!
  lastEditedAt: DateTime
  publishedAt: DateTime
  url: URI!
}

type PullRequestReviewCommentConnection {
  nodes: [PullRequestReviewComment]
  totalCount: Int!
}

type PullRequestReviewConnection {
  nodes: [PullRequestReview]
  totalCount: Int!
}

enum PullRequestReviewState {
  APPROVED
  CHANGES_REQUESTED
  COMMENTED
  DISMISSED
  PENDING
}

type PullRequestReviewThread {
  comments(last: Int): PullRequestReviewCommentConnection!
  isOutdated: Boolean!
  isResolved: Boolean!
  line: Int
  originalLine: Int
  path: String!
}

type PullRequestReviewThreadConnection {
  nodes: [PullRequestReviewThread]
  totalCount: Int!
}

enum PullRequestState {
  CLOSED
  MERGED
  OPEN
}

type Query {
  repository(name: String!, owner: String!): Repository
}

type Repository {
  databaseId: Int
  issueOrPullRequest(number: Int!): IssueOrPullRequest
  nameWithOwner: String!
  pullRequest(number: Int!): PullRequest
  pullRequests(after: String, first: Int, orderBy: IssueOrder, states: [PullRequestState!]): PullRequestConnection!
}

type StatusCheckRollup {
  contexts(first: Int): StatusCheckRollupContextConnection!
}

union StatusCheckRollupContext = CheckRun | StatusContext

type StatusCheckRollupContextConnection {
  nodes: [StatusCheckRollupContext]
}

type StatusContext {
  context: String!
  state: StatusState!
}

enum StatusState {
  ERROR
  EXPECTED
  FAILURE
  PENDING
  SUCCESS
}

scalar URI

type User implements Actor {
  databaseId: Int
  login: String!
}`
