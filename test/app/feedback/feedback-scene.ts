import type { Job } from '../../../src/app/domain/job.ts'
import type { Origin } from '../../../src/app/domain/origin.ts'
import type { Report } from '../../../src/app/domain/run.ts'
import type { RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { type FeedbackDeps, showJob } from '../../../src/app/feedback/feedback.ts'
import { GithubUnavailable, type Sent, type Written } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { CheckRunFields, NewCheckRun, PullRequest } from '../../../src/app/github/pull-request.ts'
import { feedbackKeys } from '../../../src/app/job-store/job-commit.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { recordPermissions } from '../../../src/app/projects/installed-projects.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import type { Mode } from '../../../src/contract/job.ts'
import { reason } from '../../../src/contract/reasons.ts'
import type { ResultRequest } from '../../../src/contract/runner-protocol/result.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

export const ANA: Origin = { kind: 'github', via: 'comment', id: 5, login: 'ana', issue: 12, source: 900 }
export const KEY: Origin = { kind: 'key', id: 'k', name: 'ci' }

const SECOND = 1_000

interface ShownComment {
  readonly id: number
  readonly issue: number
  body: string
}
interface ShownCheck extends CheckRunFields {
  readonly id: number
  readonly headSha: string
  readonly externalId: string
}

const OPEN_PULL: PullRequest = {
  ...{ number: 18, url: 'https://github.com/acme/docs/pull/18', state: 'open', draft: false, merged: false },
  ...{ headRepositoryId: 1234, headBranch: 'prentice/abc', headSha: 'a'.repeat(40) },
  ...{ baseRepositoryId: 1234, baseBranch: 'main', authorId: 41 },
}

type Fault = 'lost' | 'unavailable' | 'killed' | Written

/**
 * A GitHub that remembers what is shown. `faults`: how the next writes fail. `lost`: done, without a response; `killed`:
 * the server dies after that.
 */
function showingGithub(now: () => number) {
  const comments: ShownComment[] = []
  const checks: ShownCheck[] = []
  const faults: Fault[] = []
  const calls: string[] = []
  const onDefault = new Set<string>()
  /** As GitHub shows it. */
  const pullRequest: { state: PullRequest['state'] } = { state: 'open' }
  let id = 100
  const write = (call: string, work: () => number): Promise<Written> => {
    calls.push(call)
    const fault = faults.shift()
    const unavailable = () => Promise.reject(new GithubUnavailable('down', now() + 15 * SECOND))
    if (fault === 'unavailable') return unavailable()
    if (typeof fault === 'object') return Promise.resolve(fault)
    const written: Written = { kind: 'written', id: work() }
    if (fault === 'killed') return Promise.reject(new Error('the server was killed'))
    return fault === 'lost' ? unavailable() : Promise.resolve(written)
  }
  const people: [string, number, unknown][] = []
  const send = async (what: string, pullRequest: number, given: unknown): Promise<Sent> => {
    const written = await write(what, () => people.push([what, pullRequest, given]))
    return written.kind === 'written' ? { kind: 'sent' } : written
  }
  const calling: Partial<Github> = {
    forgetToken: () => {},
    addAssignees: (_, pullRequest, logins) => send('assignees', pullRequest, logins),
    addLabels: (_, pullRequest, labels) => send('labels', pullRequest, labels),
    requestReviewers: (_, pullRequest, reviewers) => send('reviewers', pullRequest, reviewers),
    createComment: (_, issue, body) =>
      write('createComment', () => comments.push({ id: ++id, issue, body }) && id),
    updateComment: (_, own, body) =>
      write('updateComment', () => {
        for (const one of comments) if (one.id === own) one.body = body
        return own
      }),
    async findOwnComment(_, issue, { marker }) {
      calls.push('findOwnComment')
      return comments.find((one) => one.issue === issue && one.body.includes(marker))?.id ?? null
    },
    createCheckRun: (_, check: NewCheckRun) =>
      write('createCheckRun', () => checks.push({ ...check, id: ++id }) && id),
    updateCheckRun: (_, own, fields) =>
      write('updateCheckRun', () => {
        for (const [at, one] of checks.entries()) if (one.id === own) checks[at] = { ...one, ...fields }
        return own
      }),
    async findCheckRun(_, { headSha, externalId }) {
      calls.push('findCheckRun')
      return checks.find((one) => one.headSha === headSha && one.externalId === externalId)?.id ?? null
    },
    contains: async (_, commit) => onDefault.has(commit),
    readPullRequest: async () => ({ ...OPEN_PULL, ...pullRequest }),
  }
  return { calling, people, comments, checks, faults, calls, onDefault, pullRequest }
}

const SECRET_HASH = 'h'.repeat(64)
const PULL = { number: 18, url: 'https://github.com/acme/docs/pull/18' }

/** Jobs whose feedback is shown when the test says so. */
export async function feedbackScene(
  granted: Record<string, string> = { issues: 'write', checks: 'write' },
  over: { databaseUrl?: string } = {},
) {
  const time = { now: () => 0 }
  const shown = showingGithub(() => time.now())
  const world = await useCases(dispatchingGithub([], shown.calling), over)
  time.now = world.now
  await recordPermissions(world.store, 1, () => granted)
  const deps: FeedbackDeps = world

  async function entries() {
    const all = await world.store.list({ prefix: feedbackKeys.queue(), limit: 100 })
    return all.map((entry) => ({ entry, due: parseQueueKey(entry.key) }))
  }

  return {
    ...world,
    ...shown,
    /** Handles everything that is due, as that many servers would. */
    async show(servers = 1): Promise<void> {
      for (const { entry, due } of await entries()) {
        if (due === null || due.at > world.now()) continue
        const key = { project: due.project, job: due.id }
        await Promise.all(Array.from({ length: servers }, () => showJob(deps, key, entry)))
      }
    },
    /** When something is due, in seconds from now. */
    async dueIn(): Promise<number[]> {
      return (await entries()).map(({ due }) => ((due?.at ?? 0) - world.now()) / SECOND)
    },
    async ask(origin: Origin = ANA, prompt = 'fix this', mode?: Mode): Promise<Job> {
      const request = {
        ...{ ...(await world.workRequest()), origin, prompt, ref: null, model: null, draft: null, mode },
      }
      const accepted = await createJob(world, request)
      if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
      return world.job(accepted.id)
    },
    async claim(job: Job): Promise<void> {
      const { run } = await world.job(job.id)
      await dispatchRun(world, await world.job(job.id))
      const workflowRunId = 1000 + run.number
      const dueAt = world.now()
      await this.advance(job, {
        type: 'claimed',
        secretHash: SECRET_HASH,
        workflowRunId,
        url: 'https://x',
        dueAt,
      })
    },
    /** The run with a mode has given its answer, and GitHub shows that nothing was changed. */
    async answer(job: Job, summary: string): Promise<void> {
      const { run } = await world.job(job.id)
      const value = { outcome: 'no-change', acknowledged: 1, summary, usage: null, headSha: null }
      await world.store.commit({
        set: [{ key: runKeys.result(job.id, run.number), value: JSON.stringify(value) }],
      })
      const report: Report = { outcome: 'no-change', headSha: null, pullRequest: null, reason: null }
      await this.advance(job, { type: 'reported', acknowledged: 1, report, usage: null })
      await this.advance(job, { type: 'confirmed', delivered: { reason: reason('no-change', 'x') } })
    },
    async advance(job: Job, event: RunEvent): Promise<void> {
      const { run } = await world.job(job.id)
      const update = await advanceJob(world, { project: job.project, job: job.id, run: run.number }, event)
      if (update.kind !== 'done') throw new Error(JSON.stringify(update))
    },
    /** The run has pushed this commit to its pull request, and GitHub has shown it. */
    async deliver(job: Job, headSha: string, result: Partial<ResultRequest> = {}): Promise<void> {
      const { run } = await world.job(job.id)
      const report: Report = { outcome: 'published', headSha, pullRequest: PULL.number, reason: null }
      const usage = { steps: 2, inputTokens: 10, cachedInputTokens: 0, outputTokens: 1, costUsd: 0.2 }
      const value = {
        outcome: 'published',
        acknowledged: 1,
        summary: 'Done.',
        usage,
        published: { headSha, pullRequest: 18 },
        ...result,
      }
      await world.store.commit({
        set: [{ key: runKeys.result(job.id, run.number), value: JSON.stringify(value) }],
      })
      await this.advance(job, { type: 'reported', acknowledged: 1, report, usage })
      await this.advance(job, { type: 'confirmed', delivered: { branchExists: true, pullRequest: PULL } })
    },
    pass(seconds: number): void {
      world.clock.at += seconds * SECOND
    },
  }
}
