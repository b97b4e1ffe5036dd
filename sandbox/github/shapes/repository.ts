import type { Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryUrls } from './repository-urls.ts'
import { userShape } from './user.ts'

export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`

export const repositoryApi = (hub: GithubState, repository: Repository): string =>
  `${hub.urls.api}/repos/${fullName(repository)}`

export const repositoryPage = (hub: GithubState, repository: Repository): string =>
  `${hub.urls.server}/${fullName(repository)}`

/** What is said of a repository inside a workflow run. */
export const minimalRepositoryShape = (hub: GithubState, repository: Repository) => ({
  id: repository.id,
  node_id: nodeId('R', repository.id),
  name: repository.name,
  full_name: fullName(repository),
  private: repository.private,
  owner: userShape(hub, repository.owner),
  html_url: repositoryPage(hub, repository),
  description: null,
  fork: false,
  url: repositoryApi(hub, repository),
  ...repositoryUrls(repositoryApi(hub, repository)),
})

export const repositoryShape = (hub: GithubState, repository: Repository) => {
  const page = repositoryPage(hub, repository)
  const { host } = new URL(hub.urls.server)
  const open = repository.pulls.filter((pull) => pull.state === 'open').length
  return {
    ...minimalRepositoryShape(hub, repository),
    created_at: isoDate(repository.createdAt),
    updated_at: isoDate(repository.updatedAt),
    pushed_at: isoDate(repository.pushedAt),
    git_url: `git://${host}/${fullName(repository)}.git`,
    ssh_url: `git@${host}:${fullName(repository)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.settings.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? 'private' : 'public',
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
  }
}

/** The answer to `GET /repos/{owner}/{repo}`. */
export const fullRepositoryShape = (hub: GithubState, repository: Repository) => ({
  ...repositoryShape(hub, repository),
  temp_clone_token: '',
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: false,
  allow_auto_merge: false,
  delete_branch_on_merge: false,
  network_count: 0,
  subscribers_count: 1,
})

/** How installation webhooks list repositories. */
export const shortRepositoryShape = (repository: Repository) => ({
  id: repository.id,
  node_id: nodeId('R', repository.id),
  name: repository.name,
  full_name: fullName(repository),
  private: repository.private,
})
