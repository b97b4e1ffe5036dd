import type { JobKey } from '../../../../src/app/domain/run-id.ts'
import { triggerKeys } from '../../../../src/app/job-store/idempotency.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { followPullRequest } from '../../../../src/app/jobs/follow-pull-request.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { parseQueueKey } from '../../../../src/app/store/keys.ts'
import { createCheckSender } from '../../../../src/app/triggers/check-sender.ts'
import { receiveRequest } from '../../../../src/app/triggers/trigger-request.ts'
import { workOnTrigger } from '../../../../src/app/triggers/work-on-trigger.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimJob, SECRET } from '../../../support/app/claimed-run.ts'
import { showPullRequest } from '../../../support/app/show-pull-request.ts'
import { useCases } from '../../../support/app/use-cases.ts'
import { comment } from '../../triggers/trigger-world.ts'
import { doubtedGithub, HEAD } from './doubted-github.ts'

const MINUTE = 60_000

/** The use cases on a GitHub over HTTP. */
export async function doubtWorld(options?: Parameters<typeof doubtedGithub>[0]) {
  const github = await doubtedGithub(options)
  const world = await useCases(github.github)
  github.follow(() => world.clock.at)

  /** Works on the job whenever it is due, until its run has this state, for at most some minutes. */
  async function advance(id: string, until: string, minutes: number) {
    const end = world.clock.at + minutes * MINUTE
    for (;;) {
      await advanceDueJob(world, { project: 'prj_ya', job: id })
      const { run } = await world.job(id)
      if (run.state === until || run.dueAt === null || run.dueAt > end) return run
      world.clock.at = Math.max(world.clock.at, run.dueAt)
    }
  }

  return {
    github,
    world,
    advance,
    /** A job that is dispatched. */
    async dispatch(minutes = 15) {
      const { id } = await world.newJob()
      return advance(id, 'dispatched', minutes)
    },
    /** A run whose runner has opened pull request #5, and `refuse` is called before the server confirms it. */
    async deliver(refuse: () => void, minutes = 15) {
      const { id } = await world.newJob()
      const { key, run } = await claimJob(world, id)
      const dueAt = world.clock.at
      const encryptedToken = world.tokenCipher.encrypt('ghs_x')
      await advanceJob(world, key, {
        type: 'publishing',
        acknowledged: 1,
        replaces: null,
        encryptedToken,
        dueAt,
      })
      await advanceJob(world, key, { type: 'token-revoked' })
      github.showPullRequest((await world.job(id)).branch)
      const published = { headSha: HEAD, pullRequest: 5 }
      const told = { outcome: 'published', acknowledged: 1, summary: 'x', usage: null, published } as const
      await recordResult(world, run, SECRET, told)
      refuse()
      return advance(id, 'succeeded', minutes)
    },
    /** A job without an open run, whose pull request #5 GitHub shows in this state. */
    async withPullRequest(state: 'open' | 'closed') {
      const { id, branch } = await world.newJob()
      const key = { project: 'prj_ya', job: id }
      await cancelJob(world, key, A_TEST)
      await showPullRequest(world, key, { number: 5 })
      github.showPullRequest(branch, state)
      github.showBranch(branch)
      return { ...key, branch: encodeURIComponent(`heads/${branch}`) }
    },
    /** Follows the closed pull request whenever that is due, as the timer does. */
    async followClosed(key: JobKey, minutes = 15) {
      const end = world.clock.at + minutes * MINUTE
      for (let at: number | null = world.clock.at; at !== null && at <= end; ) {
        world.clock.at = Math.max(world.clock.at, at)
        at = await followPullRequest(world, key, { number: 5, change: 'closed' })
      }
    },
    /** Works on a comment of Ana whenever it is due, and returns the jobs that it led to. */
    async ask(minutes = 15): Promise<number> {
      const deps = { ...world, checkSender: createCheckSender(world) }
      const asked = comment('/prentice fix it', { at: world.clock.at })
      await receiveRequest(deps, { id: 'prj_ya', repositoryId: 1234 }, asked)
      const end = world.clock.at + minutes * MINUTE
      for (;;) {
        const [entry] = await world.store.list({ prefix: triggerKeys.queue(), limit: 10 })
        const due = entry && parseQueueKey(entry.key)
        if (entry === undefined || due == null || due.at > end) break
        world.clock.at = Math.max(world.clock.at, due.at)
        await workOnTrigger(deps, due, entry)
      }
      return github.countOf('POST /repos/acme/docs/issues/comments/900/reactions')
    },
  }
}

export type DoubtWorld = Awaited<ReturnType<typeof doubtWorld>>
