import { getOctokit } from '@actions/github'
import { ACTION_USER_AGENT, API_VERSION_HEADER, DEFAULT_API_VERSION } from '../../contract/github-api.ts'

/**
 * GitHub's REST API. What the action reads is the same in every version of it that GitHub serves. Requests use the `fetch` of
 * Node, like all others of the action, so that the bundle needs no second HTTP client.
 */
export function connectGithub({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }) {
  const request = { fetch }
  const octokit = getOctokit(token, { baseUrl: apiUrl, userAgent: ACTION_USER_AGENT, request })
  octokit.hook.before('request', ({ headers }) => {
    headers[API_VERSION_HEADER] = DEFAULT_API_VERSION
  })
  return octokit.rest
}
