import { z } from 'zod'
import { ACTION_USER_AGENT, API_VERSION_HEADER, DEFAULT_API_VERSION } from '../../../contract/github-api.ts'
import { fail } from '../../outcome/run-failure.ts'

const Answer = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  html_url: z.url(),
  private: z.boolean(),
  default_branch: z.string(),
})
export type RepositoryFacts = z.infer<typeof Answer>

const TIMEOUT_MS = 20_000

/**
 * Reads the repository from GitHub. The event's payload cannot be used: a scheduled run has none, and a re-run has that
 * of the first attempt.
 */
export async function readRepository(deps: {
  readonly apiUrl: string
  /** `owner/name` */
  readonly repository: string
  readonly token: string
  readonly signal: AbortSignal
}): Promise<RepositoryFacts> {
  const response = await fetch(`${deps.apiUrl}/repos/${deps.repository}`, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${deps.token}`,
      [API_VERSION_HEADER]: DEFAULT_API_VERSION,
      'user-agent': ACTION_USER_AGENT,
    },
    signal: AbortSignal.any([deps.signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw fail('fetch-failed', `GitHub did not respond to the request for ${deps.repository}`, error)
  })
  if (response.ok) return Answer.parse(await response.json())
  await response.body?.cancel()
  throw fail(
    'fetch-failed',
    `GitHub responded with HTTP ${response.status} for ${deps.repository}; the token needs \`contents: write\` and \`pull-requests: write\``,
  )
}
