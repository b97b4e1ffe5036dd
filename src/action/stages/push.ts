import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import { publish } from '../git/publish.ts'
import { writeCommitMessage } from '../git/write-commit-message.ts'
import { type Job, orFail } from '../job.ts'
import type { Planned } from './plan.ts'

export interface Pushed {
  readonly headSha: string
  /** Good for the pull request, too. */
  readonly token: string
}

/** The token for the push exists only from here on, when nothing that the model steers runs any more. */
export async function push(job: Job, prepared: PreparedWorkTree, planned: Planned): Promise<Pushed> {
  const { assignment } = job.engagement
  const { branch, author, coAuthor } = assignment
  const token = await job.engagement.getPushToken(planned.size)
  // A stop may have come while the app was asked.
  job.signal.throwIfAborted()
  const message = writeCommitMessage({
    message: planned.words.commitMessage,
    job: assignment.job,
    coAuthor,
    secrets: job.secrets,
    hosts: job.known.hosts,
  })
  const { headSha } = orFail(
    await publish({ ...prepared, token, branch, tree: planned.tree, message, author }),
  )
  job.log.info(`${branch} is at ${headSha}`)
  return { headSha, token }
}
