import { z } from 'zod'
import { feedbackKeys } from '../../job-store/job-commit.ts'
import { jobKeys } from '../../job-store/job-record.ts'
import type { PullRequestChange } from '../../jobs/follow-pull-request.ts'
import { receivePullReverts, revertedPulls } from '../../outcomes/reverts.ts'
import { loadProject, projectIdOf } from '../../projects/project.ts'
import { receiveMerge } from '../../triggers/watch/work-on-merge.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

const JobOfPullRequest = z.object({ project: z.string(), job: z.string() })

const Merged = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  merged: z.literal(true),
  base: z.object({ ref: z.string() }),
})

const Reverting = Merged.pick({ body: true, merged: true, base: true })

/** Makes the job of the pull request due: what to do depends on its settings, and on the state at GitHub by then. */
export function onPullRequest(events: GithubEvents, deps: EventWork): void {
  events.on(['pull_request.closed', 'pull_request.reopened'], async ({ payload }) => {
    const { action: change, repository, pull_request: pullRequest } = payload
    const stored = await deps.store.get(jobKeys.ofPullRequest(repository.id, pullRequest.number))
    if (stored === undefined) return
    const key = JobOfPullRequest.parse(JSON.parse(stored))
    const at = deps.now()
    const value: PullRequestChange = { number: pullRequest.number, change, at }
    const entry = { key: feedbackKeys.followPullRequest(key, at), value: JSON.stringify(value) }
    await deps.store.commit({ set: [entry] })
    deps.onDue()
  })
  events.on('pull_request.closed', async ({ payload }) => {
    const read = Reverting.safeParse(payload.pull_request)
    if (!read.success) return
    const { id, full_name: repository } = payload.repository
    const numbers = revertedPulls(read.data.body ?? '', repository)
    const project = numbers.length === 0 ? null : await loadProject(deps.store, projectIdOf(id))
    if (project === null) return
    await receivePullReverts(deps, project, { numbers, branch: read.data.base.ref, at: deps.now() })
    deps.onDue()
  })
  /** Other repositories may watch what is merged into the default branch. */
  events.on('pull_request.closed', async ({ payload }) => {
    const read = Merged.safeParse(payload.pull_request)
    if (!read.success || read.data.base.ref !== payload.repository.default_branch) return
    const { number, title, body } = read.data
    const project = await loadProject(deps.store, projectIdOf(payload.repository.id))
    if (project === null || project.installationId === null) return
    await receiveMerge(deps, project, { number, title, body: body ?? '', at: deps.now() })
  })
}
