import type { Probot } from 'probot'
import { z } from 'zod'
import { keySpace } from '../store/key-space.ts'
import type { WebhookDeps } from './deps.ts'

const JobOfPullRequest = z.object({ project: z.string(), job: z.string() })

/** `archive-on-close: true`: a job whose pull request was merged or closed is done with. */
export function onPullRequest(probot: Probot, deps: WebhookDeps): void {
  probot.on('pull_request.closed', async ({ payload }) => {
    const stored = await deps.store.get(
      keySpace.pullRequest(payload.repository.id, payload.pull_request.number),
    )
    if (stored === undefined) return
    const key = JobOfPullRequest.parse(JSON.parse(stored))
    const project = await deps.projects.load(key.project)
    if (project?.config?.archiveOnClose) await deps.jobs.archive(key, 'the end of its pull request')
  })
}
