import type { TreeEntry } from '../git/read.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { repositoryApi, repositoryPage } from './repository.ts'

export const contentShape = (
  state: GithubState,
  repository: Repository,
  at: { entry: TreeEntry; path: string; ref: string },
) => {
  const { entry, ref } = at
  const encoded = at.path.split('/').map(encodeURIComponent).join('/')
  const isFolder = entry.type === 'tree'
  const self = `${repositoryApi(state, repository)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`
  const git = `${repositoryApi(state, repository)}/git/${entry.type}s/${entry.sha}`
  const html = `${repositoryPage(state, repository)}/${isFolder ? 'tree' : 'blob'}/${ref}/${encoded}`
  return {
    type: isFolder ? 'dir' : 'file',
    name: entry.path,
    path: at.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isFolder ? null : `${repositoryPage(state, repository)}/raw/${ref}/${encoded}`,
    _links: { self, git, html },
  }
}
