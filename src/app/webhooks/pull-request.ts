import type { Probot } from 'probot'
import { z } from 'zod'
import type { PullRequestChange } from '../jobs/follow-pull-request.ts'
import { keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './deps.ts'

const JobOfPullRequest = z.object({ project: z.string(), job: z.string() })

/** The job of the pull request is looked at soon: what to do depends on its settings, and on GitHub's state by then. */
export function onPullRequest(probot: Probot, deps: WebhookDeps): void {
  probot.on(['pull_request.closed', 'pull_request.reopened'], async ({ payload }) => {
    const { action: change, repository, pull_request: pullRequest } = payload
    const stored = await deps.store.get(keySpace.pullRequest(repository.id, pullRequest.number))
    if (stored === undefined) return
    const key = JobOfPullRequest.parse(JSON.parse(stored))
    const value: PullRequestChange = { number: pullRequest.number, change }
    const entry = { key: keySpace.followPullRequest(key, deps.now()), value: JSON.stringify(value) }
    await deps.store.commit({ set: [entry] })
    deps.onDue()
  })
}
