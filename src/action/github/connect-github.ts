import { getOctokit } from '@actions/github'
import { z } from 'zod'
import { ACTION_USER_AGENT, API_VERSION_HEADER, DEFAULT_API_VERSION } from '../../contract/github.ts'
import { type AskGraphql, GraphqlError, isPartial } from '../../conversation/conversation.ts'
import { atPresentName, withoutRedirects } from '../../net/without-redirects.ts'
import { fail } from '../outcome/run-failure.ts'
import { classifyError, openRetries } from './retries.ts'

// Egress: opens connections; each caller says what it sends.

const Present = z
  .object({ id: z.int(), name: z.string(), owner: z.object({ login: z.string() }) })
  .transform(({ id, name, owner }) => ({ id, name, owner: owner.login }))

/**
 * What GitHub has answered, as far as it is used. Throws `fetch-failed`, with the request and the fields that are not as GitHub
 * describes them.
 */
export function readAnswer<T extends z.ZodType>(
  schema: T,
  { data, url }: { readonly data: unknown; readonly url: string },
): z.output<T> {
  const read = schema.safeParse(data)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue === undefined || issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\`: `
  const { pathname } = new URL(url)
  throw fail(
    'fetch-failed',
    `GitHub's response to ${pathname} is not as GitHub describes it: ${place}${issue?.message ?? ''}`,
    read.error,
  )
}

interface GithubAccess {
  readonly apiUrl: string
  readonly token: string
  /** Id of the repository that requests name, so that they also find a renamed repository. */
  readonly repositoryId?: number | null | undefined
}

/**
 * GitHub's REST API. What the action reads is the same in every version of it that GitHub serves. Requests use the `fetch` of
 * Node, like all others of the action, so that the bundle needs no second HTTP client.
 */
export const connectGithub = (access: GithubAccess) => createOctokit(access).rest

/**
 * The same; requests that fail for a moment are sent again, up to the end of their signals. Those that create something are
 * not: GitHub may have done it.
 */
export function connectGithubWithRetries(access: GithubAccess) {
  const octokit = createOctokit(access)
  octokit.hook.wrap('request', async (send, options) => {
    const signal: AbortSignal | undefined = options.request?.signal
    const now = Date.now()
    // No rate limit is waited for.
    const retries = openRetries({
      now: () => now,
      deadline: now,
      onWait: () => {},
      ...(signal && { signal }),
    })
    for (;;) {
      try {
        return await send(options)
      } catch (error) {
        const verdict = classifyError(error, now)
        if (options.method === 'POST' || verdict.kind !== 'transient') throw error
        if (!(await retries.wait(verdict).catch(() => false))) throw error
      }
    }
  })
  return octokit.rest
}

const GraphqlFailure = z.object({
  name: z.literal('GraphqlResponseError'),
  errors: z.array(GraphqlError),
  data: z.object({}).loose(),
})

/** GitHub's GraphQL API: the data, or the part of it that the token may read. */
export function connectGraphql(access: GithubAccess, signal: AbortSignal): AskGraphql {
  const { graphql } = createOctokit(access)
  return async (query, variables) => {
    try {
      return await graphql(query, { ...variables, request: { signal } })
    } catch (error) {
      const { data: failure } = GraphqlFailure.safeParse(error)
      if (failure === undefined || !isPartial(failure.errors)) throw error
      return failure.data
    }
  }
}

function createOctokit({ apiUrl, token, repositoryId }: GithubAccess) {
  const request = { fetch: withoutRedirects(fetch) }
  const octokit = getOctokit(token, { baseUrl: apiUrl, userAgent: ACTION_USER_AGENT, request })
  octokit.hook.before('request', ({ headers }) => {
    headers[API_VERSION_HEADER] = DEFAULT_API_VERSION
  })
  octokit.hook.wrap('request', async (send, options) => {
    const { owner, repo: name } = options
    if (repositoryId == null || typeof owner !== 'string' || typeof name !== 'string') return send(options)
    const readById = async (id: number) => {
      const { data } = await octokit.request('GET /repositories/{id}', { id, request: options.request })
      return Present.safeParse(data).data ?? null
    }
    // Hooks of Octokit share one object of options: https://github.com/gr2m/before-after-hook
    return atPresentName({ id: repositoryId, owner, name }, readById, async (at) =>
      send(Object.assign(options, { owner: at.owner, repo: at.name })),
    )
  })
  return octokit
}
