import { connectGithub } from './connect-github.ts'

const TIMEOUT_MS = 10_000

/** Replaces the body of a pull request. Rejects if GitHub refuses. */
export async function updateBody(change: {
  readonly apiUrl: string
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly number: number
  readonly body: string
  readonly signal: AbortSignal
}): Promise<void> {
  const rest = connectGithub(change)
  await rest.pulls.update({
    owner: change.owner,
    repo: change.name,
    pull_number: change.number,
    body: change.body,
    request: { signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), change.signal]) },
  })
}
