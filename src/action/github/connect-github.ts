import { Octokit } from '@octokit/core'
import { restEndpointMethods } from '@octokit/plugin-rest-endpoint-methods'
import { ACTION_USER_AGENT, API_VERSION_HEADER, DEFAULT_API_VERSION } from '../../contract/github-api.ts'

const RestOctokit = Octokit.plugin(restEndpointMethods)

/** GitHub's REST API. What the action reads is the same in every version of it that GitHub serves. */
export function connectGithub({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }) {
  const octokit = new RestOctokit({ auth: token, baseUrl: apiUrl, userAgent: ACTION_USER_AGENT })
  octokit.hook.before('request', ({ headers }) => {
    headers[API_VERSION_HEADER] = DEFAULT_API_VERSION
  })
  return octokit.rest
}
