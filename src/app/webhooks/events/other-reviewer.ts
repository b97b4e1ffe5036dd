import { z } from 'zod'
import { otherReviewerKeys } from '../../job-store/job-commit.ts'
import { OTHER_REVIEWER_CHECK } from '../../other-reviewer/describe-verdict.ts'
import { mayBeRequired } from '../../other-reviewer/look-at-pull-request.ts'
import { nextSweep, readHead } from '../../other-reviewer/records.ts'
import { loadProject, projectIdOf } from '../../projects/project.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

const CheckRun = z.object({ name: z.literal(OTHER_REVIEWER_CHECK), head_sha: z.string() })
const MAX_PULL_REQUESTS = 20

/** Reasons to look again at who approved a pull request. What holds is read from GitHub. */
export function onOtherReviewer(events: GithubEvents, deps: EventWork): void {
  events.on(
    [
      'pull_request.opened',
      'pull_request.reopened',
      'pull_request.synchronize',
      'pull_request.edited',
      'pull_request_review.submitted',
      'pull_request_review.edited',
      'pull_request_review.dismissed',
    ],
    ({ payload }) => look(deps, payload.repository.id, [payload.pull_request.number], ''),
  )
  events.on('check_run.rerequested', async ({ payload }) => {
    const read = CheckRun.safeParse(payload.check_run)
    if (!read.success) return
    const { id } = payload.repository
    const { head } = await readHead(deps.store, projectIdOf(id), read.data.head_sha)
    await look(deps, id, head?.pulls ?? [], 'rerequested')
  })
  events.on('check_suite.rerequested', ({ payload }) => {
    const numbers = payload.check_suite.pull_requests.map(({ number }) => number)
    return look(deps, payload.repository.id, numbers, 'rerequested')
  })
}

async function look(
  deps: EventWork,
  repositoryId: number,
  numbers: readonly number[],
  why: '' | 'rerequested',
): Promise<void> {
  const { store, now } = deps
  const project = await loadProject(store, projectIdOf(repositoryId))
  if (project === null || project.installationId === null || numbers.length === 0) return
  if (!(await mayBeRequired(deps, project))) return
  const due = numbers.slice(-MAX_PULL_REQUESTS).map((number) => ({
    key: otherReviewerKeys.pull(project.id, number, now()),
    value: why,
  }))
  await store.commit({ set: [...due, nextSweep(project.id, now())] })
  deps.onDue()
}
