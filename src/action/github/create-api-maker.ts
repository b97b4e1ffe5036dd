import { fetchBranches } from '../git/checkout/fetch-branches.ts'
import type { CommitMaker, NewCommit } from '../git/push/commit-maker.ts'
import { type GitDatabaseDeps, openGitDatabase } from './git-database.ts'
import { uploadTree } from './upload-tree.ts'

export interface ApiMakerDeps extends GitDatabaseDeps {
  readonly branch: string
}

/**
 * Commits through GitHub's Git database API. GitHub signs a commit of an App or of the workflow's token if it names no
 * author and no committer. https://docs.github.com/en/rest/git/commits#create-a-commit
 */
export function createApiMaker(deps: ApiMakerDeps): CommitMaker {
  const database = openGitDatabase(deps)
  const { git, request, common } = database
  const { branch, repository } = deps
  return {
    async make({ tree, parents, message }: NewCommit) {
      const uploaded = await uploadTree(database, parents, tree)
      if (!uploaded.ok) return uploaded
      const made = await request(() =>
        git.createCommit({ ...common(), message, tree: uploaded.sha, parents: [...parents] }),
      )
      if (!made.ok) return { ok: false, detail: made.verdict.detail }
      const { sha, verification } = made.value
      if (verification.verified) return { ok: true, sha }
      return { ok: false, detail: `GitHub did not sign the commit (${verification.reason})` }
    },
    async deliver(sha, isNew) {
      const moved = await request(() =>
        isNew
          ? git.createRef({ ...common(), ref: `refs/heads/${branch}`, sha })
          : git.updateRef({ ...common(), ref: `heads/${branch}`, sha, force: false }),
      )
      if (!moved.ok) {
        const { kind, detail } = moved.verdict
        return { kind: kind === 'refused' ? 'refused' : 'unknown', detail }
      }
      // The pull request is described from the commit, which only GitHub has so far.
      const failure = await fetchBranches({ repository, token: deps.token }, [branch])
      return failure === null ? { kind: 'pushed' } : { kind: 'unknown', detail: failure.message }
    },
  }
}
