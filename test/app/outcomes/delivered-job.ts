import type { Job, PullRequestLink } from '../../../src/app/domain/job.ts'
import type { JobKey } from '../../../src/app/domain/run-id.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { CheckAttempt, PullCommit, PullRequest } from '../../../src/app/github/pull-request.ts'
import { outcomeQueueKeys } from '../../../src/app/job-store/job-commit.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { lookAtOutcome } from '../../../src/app/outcomes/look-at-outcome.ts'
import { recordRevert } from '../../../src/app/outcomes/reverts.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { groupOutcomes, listOutcomes, summarizeOutcomes } from '../../../src/app/usage/summarize-outcomes.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

export const DAY_MS = 86_400_000
export const PROJECT = 'prj_ya'
export const shaOf = (n: number): string => String(n).padStart(40, '0')

export const OURS: PullCommit = { sha: shaOf(1), parents: 1, isMadeByGithub: false, isOfBot: true }
const usageOf = (costUsd: number | null) => ({
  ...{ steps: 1, inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 },
  costUsd,
})

const pullRequest = (number: number): PullRequest => ({
  ...{
    number,
    url: `https://github.com/acme/docs/pull/${number}`,
    state: 'open',
    merged: false,
    draft: false,
  },
  ...{
    headRepositoryId: 1234,
    headBranch: 'x',
    headSha: shaOf(1),
    baseRepositoryId: 1234,
    baseBranch: 'main',
  },
  authorId: 41,
})

/** Jobs whose pull requests GitHub shows as `pulls`, and the queue in which the server looks at them. */
export async function outcomeWorld(over: Partial<Github> = {}) {
  const pulls = new Map<number, PullRequest>()
  const shown: { commits: PullCommit[]; attempts: CheckAttempt[] } = { commits: [OURS], attempts: [] }
  const asked: string[] = []
  const github = dispatchingGithub([], {
    async readPullRequest(_, number) {
      asked.push(`pull ${number}`)
      return pulls.get(number) ?? null
    },
    listPullCommits: async () => shown.commits,
    listCheckAttempts: async () => shown.attempts,
    listPullRequestsOf: async () => [...pulls.values()],
    ...over,
  })
  const world = await useCases(github)
  const { store, clock, now } = world
  const deps = { ...world, github }

  async function run(key: JobKey, costUsd: number | null, pull: PullRequestLink | null, sha: string) {
    const { number } = (await world.job(key.job)).run
    const advance = (event: Parameters<typeof advanceJob>[2]) =>
      advanceJob(deps, { ...key, run: number }, event)
    const workflow = { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 }
    const plan = { attempt: 1, workflow, filesSha: shaOf(0), base: 'main', newBranch: null }
    const dueAt = now() + 60_000
    await advance({ type: 'dispatching', plan, dueAt })
    const claim = {
      secretHash: `${key.job}-${number}`,
      workflowRunId: 1000 + number,
      url: 'https://x/1',
      dueAt,
    }
    await advance({ type: 'claimed', ...claim })
    const report =
      pull === null
        ? ({ outcome: 'no-change', headSha: null, pullRequest: null, reason: null } as const)
        : ({ outcome: 'published', headSha: sha, pullRequest: pull.number, reason: null } as const)
    await advance({ type: 'reported', acknowledged: 0, report, usage: usageOf(costUsd) })
    const delivered = pull === null ? {} : { branchExists: true, pullRequest: pull }
    await advance({ type: 'confirmed', delivered })
  }

  return {
    ...deps,
    asked,
    shown,
    pulls,
    run,
    /** A job whose first run has opened this pull request. */
    async deliver(
      number: number,
      { costUsd = 1, sha = shaOf(1) }: { costUsd?: number | null; sha?: string } = {},
    ) {
      const { id } = await world.newJob()
      const key = { project: PROJECT, job: id }
      const shownAs = { ...pullRequest(number), openedAt: now() }
      pulls.set(number, shownAs)
      await run(key, costUsd, { number, url: shownAs.url, state: 'open' }, sha)
      return key
    },
    change(number: number, change: Partial<PullRequest>): void {
      const before = pulls.get(number)
      if (before !== undefined) pulls.set(number, { ...before, ...change })
    },
    outcome: async ({ job }: JobKey): Promise<Job['outcome']> => (await world.job(job)).outcome,
    /** What the timer does at this moment; returns how many entries were due. */
    async takeDue(): Promise<number> {
      const entries = await store.list({ prefix: outcomeQueueKeys.queue(), limit: 100 })
      const due = entries.flatMap((entry) => {
        const key = parseQueueKey(entry.key)
        return key !== null && key.at <= clock.at ? [{ key, entry }] : []
      })
      for (const { key, entry } of due)
        await (key.kind === 'look' ? lookAtOutcome : recordRevert)(deps, key, entry)
      return due.length
    },
    dueTimes: async (): Promise<number[]> =>
      (await store.list({ prefix: outcomeQueueKeys.queue(), limit: 100 })).map(
        ({ key }) => parseQueueKey(key)?.at ?? -1,
      ),
    report: (days = 7, covers = (_: string) => true) =>
      summarizeOutcomes(deps, { accountId: 77, covers, days }),
    grouped: (pair: string, days = 7) =>
      groupOutcomes(deps, { accountId: 77, covers: () => true, days, pair }),
    async listed(days = 7) {
      const all = []
      for await (const page of listOutcomes(deps, { accountId: 77, covers: () => true, days }))
        all.push(...page)
      return all
    },
  }
}
