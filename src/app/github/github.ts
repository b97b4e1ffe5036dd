import type { GithubApp } from './app.ts'
import type { GithubConversations } from './conversation.ts'
import type { GithubMerges } from './merging.ts'
import type { GithubPullRequests } from './pull-request.ts'
import type { GithubRepositories } from './repository.ts'
import type { GithubWorkflows } from './workflow-run.ts'

/** The only way the app reaches GitHub. Methods throw GithubUnavailable or GithubRefused. */
export interface Github
  extends GithubRepositories,
    GithubApp,
    GithubWorkflows,
    GithubPullRequests,
    GithubMerges,
    GithubConversations {}
