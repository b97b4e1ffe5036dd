import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import type { Store } from '../../store/store.ts'
import { findDeliveringJob } from './find-delivering-job.ts'

/** What the server does with a failure. */
export type Left =
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'done'; readonly why: string }

export const done = (why: string): Left => ({ kind: 'done', why })

/** CI may fail before the server has verified what the run delivered. */
const LOOK_AGAIN_MS = 15_000

/** The job that delivered the commit that a check ran on, if that is still the head of its open pull request. */
export async function findFailedHead(
  {
    store,
    github,
    now,
  }: {
    readonly store: Store
    readonly github: Pick<Github, 'identity' | 'findPullRequest'>
    readonly now: () => number
  },
  repository: RepositoryRef,
  head: { readonly branch: string; readonly sha: string },
): Promise<{ readonly kind: 'job'; readonly job: Job } | Left> {
  const pull = await github.findPullRequest(repository, head.branch)
  const { botId } = await github.identity()
  if (pull?.state !== 'open' || pull.authorId !== botId)
    return done('the branch has no pull request of the App')
  if (pull.headSha !== head.sha) return done('the head of the pull request has changed')
  const job = await findDeliveringJob(store, repository.id, pull.number)
  // A pull request that was just opened is not recorded yet.
  if (job === null || !isEnded(job.run)) return { kind: 'later', at: now() + LOOK_AGAIN_MS }
  const { report } = job.run
  if (report?.outcome !== 'published' || report.headSha !== head.sha)
    return done('the commit is not what the last run delivered')
  return { kind: 'job', job }
}
