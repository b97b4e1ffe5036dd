import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { isoDate, nodeId } from './primitives.ts'
import { repositoryUrls } from './repository-urls.ts'
import { userShape } from './user.ts'

export const fullName = (repository: Repository): string => `${repository.owner.login}/${repository.name}`

export const repositoryApi = (state: GithubState, repository: Repository): string =>
  `${state.urls.api}/repos/${fullName(repository)}`

export const repositoryPage = (state: GithubState, repository: Repository): string =>
  `${state.urls.server}/${fullName(repository)}`

/** A repository inside a workflow run. */
export const minimalRepositoryShape = (state: GithubState, repository: Repository) => ({
  id: repository.id,
  node_id: nodeId('R', repository.id),
  name: repository.name,
  full_name: fullName(repository),
  private: repository.private,
  owner: userShape(state, repository.owner),
  html_url: repositoryPage(state, repository),
  description: null,
  fork: false,
  url: repositoryApi(state, repository),
  ...repositoryUrls(repositoryApi(state, repository)),
})

export const repositoryShape = (state: GithubState, repository: Repository) => {
  const page = repositoryPage(state, repository)
  const { host } = new URL(state.urls.server)
  const open = [...repository.pulls, ...repository.issues].filter((issue) => issue.state === 'open').length
  return {
    ...minimalRepositoryShape(state, repository),
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

/** The response of `GET /repos/{owner}/{repo}`. */
export const fullRepositoryShape = (state: GithubState, repository: Repository) => ({
  ...repositoryShape(state, repository),
  temp_clone_token: '',
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: false,
  allow_auto_merge: false,
  delete_branch_on_merge: false,
  network_count: 0,
  subscribers_count: 1,
})

/** A repository in an installation webhook. */
export const shortRepositoryShape = (repository: Repository) => ({
  id: repository.id,
  node_id: nodeId('R', repository.id),
  name: repository.name,
  full_name: fullName(repository),
  private: repository.private,
})
