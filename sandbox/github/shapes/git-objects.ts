import type { Commit, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { gitUser, verificationShape } from './commit.ts'
import { nodeId } from './primitives.ts'
import { repositoryApi, repositoryPage } from './repository.ts'

/** The form of a commit in the Git database API. */
export const gitCommitShape = (state: GithubState, repository: Repository, commit: Commit) => {
  const api = `${repositoryApi(state, repository)}/git`
  const page = repositoryPage(state, repository)
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    author: gitUser(commit.author),
    committer: gitUser(commit.committer),
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: verificationShape(repository, commit),
  }
}

export const gitRefShape = (state: GithubState, repository: Repository, ref: string, sha: string) => {
  const api = repositoryApi(state, repository)
  return {
    ref,
    node_id: nodeId('REF', `${repository.id}:${ref}`),
    url: `${api}/git/${ref}`,
    object: { sha, type: 'commit', url: `${api}/git/commits/${sha}` },
  }
}
