import { z } from 'zod'
import { connectGithubWithRetries } from '../../github/connect-github.ts'
import { classifyError, type ErrorVerdict } from '../../github/retries.ts'
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
  const [owner = '', repo = ''] = deps.repository.split('/')
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const { repos } = connectGithubWithRetries(deps)
  const { data } = await repos.get({ owner, repo, request: { signal } }).catch((error: unknown) => {
    throw fail('fetch-failed', describe(classifyError(error, Date.now()), deps.repository), error)
  })
  return Answer.parse(data)
}

const describe = (verdict: ErrorVerdict, repository: string): string =>
  verdict.kind === 'refused'
    ? `GitHub responded with HTTP ${verdict.status} for ${repository}; the token needs \`contents: write\` and \`pull-requests: write\``
    : `GitHub did not respond to the request for ${repository} (${verdict.detail})`
