import type { Account } from '../state/account.ts'
import type { Commit, Person, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { nodeId } from './primitives.ts'
import { repositoryApi, repositoryPage } from './repository.ts'
import { userShape } from './user.ts'

/** GitHub identifies the author of a commit by the email address alone. */
const accountByEmail = (state: GithubState, email: string): Account | null => {
  const id = /^(\d+)\+.+@users\.noreply\./.exec(email)?.[1]
  return state.accounts.find((account) => String(account.id) === id) ?? null
}

export const gitUser = (person: Person) => ({
  name: person.name,
  email: person.email,
  date: utc(person.date),
})

const utc = (date: string): string => `${new Date(date).toISOString().slice(0, 19)}Z`

/** A commit that GitHub signed, or an unsigned one: this GitHub knows no keys of people. */
export const verificationShape = (repository: Repository, { sha, committer }: Commit) =>
  repository.verifiedCommits.has(sha)
    ? {
        verified: true,
        reason: 'valid',
        signature: '-----BEGIN PGP SIGNATURE-----\n\nsandbox\n-----END PGP SIGNATURE-----\n',
        payload: `of ${sha}`,
        verified_at: utc(committer.date),
      }
    : { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }

export const commitShape = (state: GithubState, repository: Repository, commit: Commit) => {
  const api = repositoryApi(state, repository)
  const page = repositoryPage(state, repository)
  const author = accountByEmail(state, commit.author.email)
  const committer = accountByEmail(state, commit.committer.email)
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
      verification: verificationShape(repository, commit),
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: author ? userShape(state, author) : null,
    committer: committer ? userShape(state, committer) : null,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  }
}

/** The short form in workflow runs and push events. */
export const simpleCommitShape = (commit: Commit) => ({
  id: commit.sha,
  tree_id: commit.tree,
  message: commit.message,
  timestamp: utc(commit.committer.date),
  author: { name: commit.author.name, email: commit.author.email },
  committer: { name: commit.committer.name, email: commit.committer.email },
})
