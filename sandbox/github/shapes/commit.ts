import type { Commit, Person } from '../git/commits.ts'
import type { Account, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { nodeId } from './primitives.ts'
import { repositoryApi, repositoryPage } from './repository.ts'
import { userShape } from './user.ts'

/** GitHub knows who a commit is by from the address alone. */
const accountByEmail = (hub: GithubState, email: string): Account | null => {
  const id = /^(\d+)\+.+@users\.noreply\./.exec(email)?.[1]
  return hub.accounts.find((account) => String(account.id) === id) ?? null
}

const gitUser = (person: Person) => ({ name: person.name, email: person.email, date: utc(person.date) })

const utc = (date: string): string => `${new Date(date).toISOString().slice(0, 19)}Z`

export const commitShape = (hub: GithubState, repository: Repository, commit: Commit) => {
  const api = repositoryApi(hub, repository)
  const page = repositoryPage(hub, repository)
  const author = accountByEmail(hub, commit.author.email)
  const committer = accountByEmail(hub, commit.committer.email)
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    commit: {
      author: gitUser(commit.author),
      committer: gitUser(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: author ? userShape(hub, author) : null,
    committer: committer ? userShape(hub, committer) : null,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  }
}

/** The commit as a workflow run quotes it. */
export const simpleCommitShape = (commit: Commit) => ({
  id: commit.sha,
  tree_id: commit.tree,
  message: commit.message,
  timestamp: utc(commit.committer.date),
  author: { name: commit.author.name, email: commit.author.email },
  committer: { name: commit.committer.name, email: commit.committer.email },
})
