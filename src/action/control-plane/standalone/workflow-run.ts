import { z } from 'zod'
import { connectGithubWithRetries, readAnswer } from '../../github/connect-github.ts'
import { classifyError, type ErrorVerdict } from '../../github/retries.ts'
import { fail } from '../../outcome/run-failure.ts'

// Egress: asks GitHub for the repository.

export type Environment = Readonly<Record<string, string | undefined>>

/** The workflow run that the action is a step of. */
export interface OwnRun {
  readonly id: number
  /** Name of the workflow file in `.github/workflows`. */
  readonly file: string
  readonly url: string
}

const EVENTS = ['issue_comment', 'issues', 'schedule', 'workflow_dispatch'] as const
export type EventName = (typeof EVENTS)[number]

/**
 * Of these events only people with write access decide what runs, and the workflow file is that of the default branch.
 * On others, such as `pull_request_target`, strangers could choose the prompt or what is checked out.
 */
export function allowedEvent({ GITHUB_EVENT_NAME: name = '' }: Environment): EventName {
  const known = EVENTS.find((event) => event === name)
  if (known !== undefined) return known
  throw fail(
    'input-invalid',
    `without \`app-url\`, the action does not run on the event \`${name}\`: use ${EVENTS.join(', ')}`,
  )
}

/** Throws if the run is not of the workflow file of the default branch. */
export function readOwnRun(environment: Environment, defaultBranch: string): OwnRun {
  const { GITHUB_WORKFLOW_REF: workflow = '', GITHUB_RUN_ID: id = '' } = environment
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '' } = environment
  if (workflow === '') {
    throw fail(
      'input-invalid',
      'without `app-url`, the action needs the runner of GitHub Actions, which sets GITHUB_WORKFLOW_REF; try it locally with the command `try`',
    )
  }
  const [path = '', ref = ''] = workflow.split(/@(?=refs\/)/)
  if (ref !== `refs/heads/${defaultBranch}`) {
    throw fail(
      'input-invalid',
      `without \`app-url\`, the workflow must run from the default branch ${defaultBranch}, and this one runs from ${ref || 'no branch'}`,
    )
  }
  return {
    id: Number(id),
    file: path.split('/').at(-1) ?? '',
    url: `${server}/${repository}/actions/runs/${id}`,
  }
}

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

/** The runner names the repository as it was when the workflow run was created; its id stays. `null`: not told. */
export const idOfRepository = ({ GITHUB_REPOSITORY_ID: id }: Environment): number | null =>
  id !== undefined && /^[1-9]\d*$/.test(id) ? Number(id) : null

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
  readonly environment: Environment
}): Promise<RepositoryFacts> {
  const [owner = '', repo = ''] = deps.repository.split('/')
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const { repos } = connectGithubWithRetries({ ...deps, repositoryId: idOfRepository(deps.environment) })
  const answer = await repos.get({ owner, repo, request: { signal } }).catch((error: unknown) => {
    throw fail('fetch-failed', describe(classifyError(error, Date.now()), deps.repository), error)
  })
  return readAnswer(Answer, answer)
}

const describe = (verdict: ErrorVerdict, repository: string): string =>
  verdict.kind === 'refused'
    ? `GitHub responded with HTTP ${verdict.status} for ${repository}; the token needs \`contents: write\` and \`pull-requests: write\``
    : `GitHub did not respond to the request for ${repository} (${verdict.detail})`
