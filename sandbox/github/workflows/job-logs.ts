import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WorkflowJob } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

const PREFIX = '/job-logs/'

/** The signed address of a log in the storage: anyone who knows it may read the log. */
export const jobLogUrl = (state: GithubState, { logKey }: WorkflowJob): string =>
  `${state.urls.server}${PREFIX}${logKey}`

/** Serves the logs of jobs; `null`: the request is for something else. */
export const serveJobLog = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const path = request.url ?? '/'
  if (!path.startsWith(PREFIX)) return null
  const jobs = [...state.repositories.values()].flatMap(({ workflowJobs }) => workflowJobs)
  const log = jobs.find(({ logKey }) => path === `${PREFIX}${logKey}`)?.log ?? null
  // The storage of github.com is another service: it refuses a signed address together with a token.
  const isRefused = state.dialect === 'github' && request.headers.authorization !== undefined
  const status = isRefused ? 400 : log === null ? 404 : 200
  const text = status === 200 ? log : 'The resource cannot be read.\n'
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
  return Promise.resolve()
}
