import { countCommits, mergeBase } from '../git/commits.ts'
import { countChanges } from '../git/diff.ts'
import { mergedTree } from '../git/write.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { associationOf, labelShape } from './authorship.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryApi, repositoryPage, repositoryShape } from './repository.ts'
import { userShape } from './user.ts'

export const pullPage = (state: GithubState, pull: Pull): string =>
  `${repositoryPage(state, pull.repository)}/pull/${pull.number}`

/** A pull request in a list. */
export const simplePullShape = (state: GithubState, pull: Pull) => {
  const api = repositoryApi(state, pull.repository)
  return {
    ...pullUrls(state, pull),
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: userShape(state, pull.author),
    body: pull.body,
    created_at: isoDate(pull.createdAt),
    updated_at: isoDate(pull.updatedAt),
    closed_at: pull.closedAt ? isoDate(pull.closedAt) : null,
    merged_at: pull.merged ? isoDate(pull.merged.at) : null,
    merge_commit_sha: pull.merged?.sha ?? null,
    assignee: pull.assignees[0] ? userShape(state, pull.assignees[0]) : null,
    assignees: pull.assignees.map((person) => userShape(state, person)),
    requested_reviewers: pull.reviewers.map((person) => userShape(state, person)),
    requested_teams: [],
    labels: pull.labels.map((label) => labelShape(state, pull.repository, label)),
    milestone: null,
    draft: pull.draft,
    statuses_url: `${api}/statuses/${pull.headSha}`,
    head: side(state, pull, pull.head, pull.headSha),
    base: side(state, pull, pull.base, pull.baseSha),
    author_association: associationOf(state, pull.repository, pull.author),
    auto_merge: null,
    active_lock_reason: null,
  }
}

/** A single pull request, also in webhooks. */
export const pullShape = async (state: GithubState, pull: Pull) => {
  const { repository } = pull
  const base = (await mergeBase(state, repository, pull.baseSha, pull.headSha)) ?? pull.baseSha
  const changes = await countChanges(state, repository, base, pull.headSha)
  const mergeable =
    pull.state === 'open' ? (await mergedTree(state, repository, pull.baseSha, pull.headSha)) !== null : null
  return {
    ...simplePullShape(state, pull),
    merged: pull.merged !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeableState(pull, mergeable),
    merged_by: pull.merged ? userShape(state, pull.merged.by) : null,
    comments: repository.comments.filter((comment) => comment.issue === pull.number).length,
    review_comments: repository.reviewComments.filter((comment) => comment.pull === pull.number).length,
    maintainer_can_modify: false,
    commits: await countCommits(state, repository, `${base}..${pull.headSha}`),
    additions: changes.additions,
    deletions: changes.deletions,
    changed_files: changes.changedFiles,
  }
}

const mergeableState = (pull: Pull, mergeable: boolean | null): string => {
  if (mergeable === null) return 'unknown'
  if (!mergeable) return 'dirty'
  return pull.draft ? 'draft' : 'clean'
}

const side = (state: GithubState, pull: Pull, ref: string, sha: string) => ({
  label: `${pull.repository.owner.login}:${ref}`,
  ref,
  sha,
  user: userShape(state, pull.repository.owner),
  repo: repositoryShape(state, pull.repository),
})

const pullUrls = (state: GithubState, pull: Pull) => {
  const api = repositoryApi(state, pull.repository)
  const url = `${api}/pulls/${pull.number}`
  const issue = `${api}/issues/${pull.number}`
  const html = pullPage(state, pull)
  const links = {
    self: url,
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${api}/statuses/${pull.headSha}`,
  }
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  }
}
