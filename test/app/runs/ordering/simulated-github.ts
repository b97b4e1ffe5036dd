import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import type { DispatchOutcome } from '../../../../src/app/github/workflow-run.ts'
import { displayTitle } from '../../../../src/contract/github.ts'
import { DEFAULT_HEAD, dispatchingGithub } from '../../../support/app/use-cases.ts'

export interface SimulatedRun {
  readonly id: number
  /** The run's id that the dispatch carried. */
  readonly run: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
}

/** `lost`: done, and its answer is not heard; `dropped`: not done. */
export type Fate = 'answered' | 'lost' | 'dropped'

/**
 * A GitHub with one repository. What changes or tells of workflow runs and pull requests waits until `serve` says what
 * becomes of it, so that a test decides on the order of everything.
 */
export function simulatedGithub(now: () => number) {
  const runs: SimulatedRun[] = []
  const held: ((fate: Fate) => void)[] = []
  const pulls: PullRequest[] = []
  let head: string | null = null

  const hold = <T>(effect: () => T, unheard: (fate: Fate) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      held.push((fate) => {
        try {
          const answer = fate === 'dropped' ? null : { value: effect() }
          resolve(fate === 'answered' && answer !== null ? answer.value : unheard(fate))
        } catch (error) {
          reject(error)
        }
      })
    })
  const unavailable = (): never => {
    throw new GithubUnavailable('GitHub did not respond', now() + 15_000)
  }
  const urlOf = (id: number) => `https://github.com/acme/docs/actions/runs/${id}`
  const shown = (run: SimulatedRun | undefined) =>
    run === undefined ? null : { ...run, url: urlOf(run.id), displayTitle: displayTitle(run.run), attempt: 1 }

  const over: Partial<Github> = {
    readDefaultHead: async () => DEFAULT_HEAD,
    mintPushToken: async () => ({ token: 'ghs_push', owner: 'acme', name: 'docs' }),
    revokeToken: async () => {},
    dispatchWorkflow: (_, { run }) =>
      hold<DispatchOutcome>(
        () => {
          const id = 1001 + runs.length
          runs.push({ id, run, status: 'queued', conclusion: null })
          return { kind: 'started', workflowRunId: id, url: urlOf(id) }
        },
        () => ({ kind: 'unknown', detail: 'connection reset' }),
      ),
    findWorkflowRun: (_, { title }) =>
      hold(() => shown(runs.findLast(({ run }) => displayTitle(run) === title)), unavailable),
    readWorkflowRun: (_, id) => hold(() => shown(runs.find((run) => run.id === id)), unavailable),
    cancelWorkflowRun: (_, id) =>
      hold(() => {
        const run = runs.find((one) => one.id === id)
        if (run !== undefined) end(run, 'cancelled')
      }, unavailable),
    readPullRequest: (_, number) =>
      hold(() => pulls.find((pull) => pull.number === number) ?? null, unavailable),
    findPullRequest: async () => pulls.at(-1) ?? null,
    readBranchHead: async () => head,
    contains: async (_, commit, other) => commit === other,
  }

  function end(run: SimulatedRun, conclusion: string): void {
    if (run.status === 'completed') return
    run.status = 'completed'
    run.conclusion = conclusion
  }

  return {
    github: dispatchingGithub([], over),
    runs,
    held,
    end,
    head: () => head,
    /** What becomes of the call that has waited for as many others as `place` says. */
    serve(place: number, fate: Fate): void {
      const [call] = held.splice(held.length === 0 ? 0 : place % held.length, 1)
      call?.(fate)
    },
    /** A push to the working branch, and the pull request from it. */
    publish(branch: string, sha: string): number {
      head = sha
      const [open] = pulls.splice(0)
      const number = open?.number ?? 3
      pulls.push({
        number,
        url: `https://github.com/acme/docs/pull/${number}`,
        state: 'open',
        merged: false,
        draft: false,
        headRepositoryId: 1234,
        headBranch: branch,
        headSha: sha,
        baseRepositoryId: 1234,
        baseBranch: 'main',
        authorId: 41,
      })
      return number
    },
  }
}
