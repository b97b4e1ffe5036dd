import type { FileDiff } from '../git/diff.ts'
import type { Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { repositoryApi, repositoryPage } from './repository.ts'

export const fileDiffShape = (hub: GithubState, repository: Repository, head: string, file: FileDiff) => {
  const page = repositoryPage(hub, repository)
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${head}/${path}`,
    raw_url: `${page}/raw/${head}/${path}`,
    contents_url: `${repositoryApi(hub, repository)}/contents/${path}?ref=${head}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
  }
}
