import type { Github } from '../github.ts'
import { createRequestGithub, type GithubAccess } from '../request/request.ts'
import { appIdentity, deliveries, installations } from './as-app.ts'
import { attachments, comments, conversations } from './conversations.ts'
import { merging } from './merging.ts'
import { projectFiles } from './project-files.ts'
import { checkRuns, pullRequests } from './pull-requests.ts'
import { branches, repositories } from './repositories.ts'
import { tokens } from './tokens.ts'
import { ciRuns, dispatching, workflowRuns } from './workflow-runs.ts'

/** The GitHub port on Octokit. `webUrl` is the address for people, `https://github.com`. */
export function createGithub(given: GithubAccess & { readonly webUrl: string }): Github {
  const deps = { ...given, ask: createRequestGithub(given), webHost: new URL(given.webUrl).hostname }
  const own = appIdentity(deps)
  return {
    ...own,
    ...installations(deps),
    ...repositories(deps),
    ...projectFiles(deps),
    ...dispatching(deps),
    ...workflowRuns(deps),
    ...ciRuns(deps),
    ...tokens(deps),
    ...pullRequests(deps),
    ...branches(deps),
    ...merging(deps),
    ...comments({ ...deps, ...own }),
    ...checkRuns(deps),
    ...conversations({ ...deps, ...own }),
    ...attachments(deps),
    ...deliveries(deps),
  }
}
