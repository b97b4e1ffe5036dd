import { z } from 'zod'
import { connectIssues } from './connect-issues.ts'
import { type Environment, idOfRepository } from './workflow-run.ts'

/**
 * What the comment about a run is to say if nothing else is written there. The runner keeps it for the post step, which also
 * runs after a main step that was killed, for example because the memory of the runner was full.
 */
const PendingComment = z.object({ comment: z.int(), body: z.string() })
export type PendingComment = z.infer<typeof PendingComment>

/** `null`: the comment says how the run ended. */
export type RememberComment = (pending: PendingComment | null) => void

const TIMEOUT_MS = 30_000

/** In the post step: writes what the main step could not. `state`: as JSON. Rejects if GitHub refuses. */
export async function writePendingComment(state: string, environment: Environment): Promise<void> {
  const { comment, body } = PendingComment.parse(JSON.parse(state))
  const [owner = '', name = ''] = (environment.GITHUB_REPOSITORY ?? '').split('/')
  const issues = connectIssues({
    apiUrl: environment.GITHUB_API_URL ?? '',
    token: environment['INPUT_GITHUB-TOKEN'] ?? '',
    ...{ owner, name, repositoryId: idOfRepository(environment) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await issues.updateComment(comment, body, null)
}
