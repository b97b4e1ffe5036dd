import type { Origin } from '../../../src/app/domain/origin.ts'
import type { JobKey } from '../../../src/app/domain/run-id.ts'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { NewCheckRun, PullRequest, PullReview } from '../../../src/app/github/pull-request.ts'
import { otherReviewerKeys } from '../../../src/app/job-store/job-commit.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { sendMessage } from '../../../src/app/jobs/send-message.ts'
import { lookAtOpenPullRequests } from '../../../src/app/other-reviewer/look-at-open-pull-requests.ts'
import { lookAtPullRequest } from '../../../src/app/other-reviewer/look-at-pull-request.ts'
import { recordPermissions } from '../../../src/app/projects/installed-projects.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

export const PROJECT = 'prj_ya'
export const HEAD = 'a'.repeat(40)
const BOT = 41

/** People by their logins. Their numeric ids, and what they may do. */
export const PEOPLE = {
  ana: { id: 1, permission: 'write' },
  bo: { id: 2, permission: 'write' },
  ana2: { id: 3, permission: 'read' },
  cy: { id: 4, permission: 'admin' },
}
type Login = keyof typeof PEOPLE

export const asked = (login: Login): Origin => ({
  ...{ kind: 'github', via: 'comment', id: PEOPLE[login].id, login, issue: 12, source: 900 },
})

const pullOf = (number: number): PullRequest => ({
  ...{ number, url: `https://github.com/acme/docs/pull/${number}`, state: 'open', merged: false },
  ...{ draft: false, headRepositoryId: 1234, headBranch: `prentice/${number}`, headSha: HEAD },
  ...{ baseRepositoryId: 1234, baseBranch: 'main', authorId: BOT },
})

/** Pull requests with reviews, on a GitHub that shows one check run for each creation. */
export async function reviewedPullRequests(over: Partial<Github> = {}) {
  const pulls = new Map<number, PullRequest>()
  const reviews: (PullReview & { pull: number })[] = []
  const checks: (NewCheckRun & { id: number })[] = []
  const rights = new Map<string, { userId: number; permission: string }>(
    Object.entries(PEOPLE).map(([login, { id, permission }]) => [login, { userId: id, permission }]),
  )
  const calls: string[] = []
  const github = dispatchingGithub([], {
    forgetToken: () => {},
    readPullRequest: async (_, number) => pulls.get(number) ?? null,
    listPullRequestsOf: async (_, sha) => [...pulls.values()].filter(({ headSha }) => headSha === sha),
    listOpenPullRequests: async () => [...pulls.values()].filter(({ state }) => state === 'open'),
    listClosedPullRequestsInto: async (_, base) =>
      [...pulls.values()].filter(({ state, baseBranch }) => state === 'closed' && baseBranch === base),
    isProtected: async (_, branch) => branch === 'release',
    async listReviews(_, number) {
      calls.push(`reviews ${number}`)
      return reviews.filter(({ pull }) => pull === number)
    },
    async permissionOf(_, login) {
      calls.push(`permission ${login}`)
      const found = rights.get(login)
      return found === undefined ? null : { ...found, roleName: found.permission }
    },
    async findCheckRun(_, { name, headSha, externalId }) {
      const own = (one: NewCheckRun) =>
        one.name === name && one.headSha === headSha && one.externalId === externalId
      return checks.find(own)?.id ?? null
    },
    async createCheckRun(_, check) {
      calls.push('create')
      checks.push({ ...check, id: checks.length + 1 })
      return { kind: 'written', id: checks.length }
    },
    async updateCheckRun(_, id, fields) {
      calls.push('update')
      const at = checks.findIndex((one) => one.id === id)
      const before = checks[at]
      if (before === undefined) return { kind: 'refused', detail: 'gone' }
      checks[at] = { ...before, ...fields }
      return { kind: 'written', id }
    },
    ...over,
  })
  const world = await useCases(github)
  const { store, clock, now } = world
  const deps = { ...world, github }
  await recordPermissions(store, 1, () => ({ checks: 'write' }))

  async function settings(text: string): Promise<void> {
    const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text }])
    if (parsed.kind === 'invalid') throw new Error(parsed.detail)
    await changeProject(store, PROJECT, (project) => ({ ...project, config: parsed.config }))
  }
  await settings('require-other-reviewer: true\n')

  const due = async () =>
    (await store.list({ prefix: otherReviewerKeys.queue(), limit: 1000 })).flatMap((entry) => {
      const key = parseQueueKey(entry.key)
      return key === null ? [] : [{ key, entry }]
    })
  /** What the timer does at this moment. */
  async function takeDue(): Promise<void> {
    for (const { key, entry } of await due())
      if (key.at <= clock.at)
        await (key.kind === 'pull' ? lookAtPullRequest : lookAtOpenPullRequests)(deps, key, entry)
  }

  return {
    ...deps,
    pulls,
    reviews,
    checks,
    rights,
    calls,
    settings,
    due,
    takeDue,
    pullOf,
    /** A job that this person asked for, with an open pull request. */
    async deliver(number: number, origin: Origin): Promise<JobKey> {
      const request = { ...(await world.workRequest()), origin, prompt: 'x', ref: null, model: null }
      const accepted = await createJob(deps, { ...request, draft: null })
      if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
      const key = { project: PROJECT, job: accepted.id }
      const pull = pullOf(number)
      pulls.set(number, pull)
      await updateJob(deps, key, (job) => ({
        transition: applied({
          ...job,
          branchExists: true,
          pullRequest: { number, url: pull.url, state: 'open' },
        }),
        outcome: null,
      }))
      return key
    },
    async tell({ job }: JobKey, origin: Origin): Promise<void> {
      await sendMessage(deps, { ...(await world.workRequest()), origin, job, prompt: 'y' })
    },
    change(number: number, change: Partial<PullRequest>): void {
      pulls.set(number, { ...(pulls.get(number) ?? pullOf(number)), ...change })
    },
    review(pull: number, login: Login, state: string, { sha = HEAD }: { sha?: string } = {}): void {
      clock.at += 1_000
      reviews.push({ pull, author: { id: PEOPLE[login].id, login }, state, sha, at: now() })
    },
    /** As a webhook makes it; returns the conclusion on the head then. */
    async look(number: number, why = ''): Promise<string | null | undefined> {
      clock.at += 1_000
      await store.commit({ set: [{ key: otherReviewerKeys.pull(PROJECT, number, now()), value: why }] })
      await takeDue()
      const sha = pulls.get(number)?.headSha
      return checks.findLast(({ headSha }) => headSha === sha)?.conclusion
    },
    summary: (): string => checks.at(-1)?.summary ?? '',
  }
}
