import { type Reason, reason } from '../../contract/reasons.ts'
import type { Job } from '../domain/job.ts'
import type { Run } from '../domain/run.ts'
import type { RunKey } from '../domain/run-id.ts'
import { advanceRun } from '../domain/run-state-machine.ts'
import { lastOfTurn } from '../domain/turns.ts'
import { doubtAbsence } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import { type PullRequest, stateOfPullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { outsideTexts, readMessages } from '../job-store/messages.ts'
import { runKeys } from '../job-store/run-history.ts'
import { advanceJob, updateJob } from '../job-store/update-job.ts'
import type { RunWork } from './run-work.ts'

export type MergeStep =
  /** The runner is started. `pull`: the pull request of the job, as it was just read; absent: it was not read. */
  | { readonly kind: 'dispatch'; readonly pull?: PullRequest | null }
  /** The run has ended, failed, or is due again later. */
  | { readonly kind: 'done' }

const dispatch = (pull: PullRequest | null): MergeStep => ({ kind: 'dispatch', pull })
const DONE: MergeStep = { kind: 'done' }

/** GitHub merges in the background: https://docs.github.com/en/rest/pulls/pulls#update-a-pull-request-branch */
const LOOK_AGAIN_MS = 2_000
/** If GitHub has not merged by then, it will not. */
const GIVE_UP_MS = 90_000
const KEEPS_MOVING =
  'for 90 seconds, its head changed each time before GitHub merged; if others push to it, ask again when they have finished'

/**
 * A turn that brings the branch up to date: a merge without conflicts is GitHub's, by the server, and needs no runner
 * unless there are other prompts. Also where the base changes workflow files, which no runner may push.
 */
export async function mergeOnGithub(
  deps: RunWork,
  job: Job,
  {
    key,
    repository,
    holdCi,
  }: { readonly key: RunKey; readonly repository: RepositoryRef; readonly holdCi: boolean },
): Promise<MergeStep> {
  const { run } = job
  const last = lastOfTurn(job, run.first)
  const turn = await readMessages(deps.store, job.id, run.first, last)
  if (!turn.some(({ message }) => message?.update)) return { kind: 'dispatch' }
  const isAlone = turn.every(({ message }) => message?.update)
  const pull = job.pullRequest && (await readPullRequest(deps, repository, job.pullRequest.number))
  if (pull?.state !== 'open') {
    if (!isAlone) return dispatch(pull)
    return fail(deps, key, run, `the pull request is ${pull?.merged ? 'merged' : 'closed'}`)
  }
  if (run.attempts > 0 || run.baseMerge?.kind === 'left') return dispatch(pull)
  // A merge by GitHub would start CI on what the agent made.
  if (holdCi && (await hasOutsideTexts(deps, job))) return dispatch(pull)
  const baseSha = await deps.github.readBranchHead(repository, pull.baseBranch)
  if (baseSha === null) {
    await doubtAbsence(deps, repository, `branch ${pull.baseBranch}`)
    return fail(deps, key, run, `its base ${pull.baseBranch} does not exist`)
  }

  const { baseMerge } = run
  const isMerged =
    (await deps.github.contains(repository, baseSha, pull.headSha)) ||
    (baseMerge?.kind === 'sent' &&
      pull.headSha !== baseMerge.headSha &&
      (await deps.github.contains(repository, baseMerge.baseSha, pull.headSha)))
  if (isMerged)
    return isAlone ? end(deps, key, { pull, last, wasSent: baseMerge !== undefined }) : dispatch(pull)
  if (baseMerge?.kind === 'sent') {
    const now = deps.now()
    if (now - baseMerge.at < GIVE_UP_MS) return lookAgain(deps, key, run, now + LOOK_AGAIN_MS)
    await advanceJob(deps, key, { type: 'base-merge', baseMerge: { kind: 'left' }, dueAt: now })
    return dispatch(pull)
  }
  return send(deps, key, run, { repository, pull, baseSha, isAlone })
}

/** `null` only once GitHub has repeated that there is none: work would continue in a new pull request. */
export async function readPullRequest(
  deps: RunWork,
  repository: RepositoryRef,
  number: number,
): Promise<PullRequest | null> {
  const pull = await deps.github.readPullRequest(repository, number)
  if (pull === null) await doubtAbsence(deps, repository, `pull request ${number}`)
  return pull
}

async function hasOutsideTexts({ store }: RunWork, job: Job): Promise<boolean> {
  const messages = await readMessages(store, job.id, 1, job.messages)
  return (
    outsideTexts(
      messages.map(({ message }) => message),
      job,
    ).length > 0
  )
}

async function send(
  deps: RunWork,
  key: RunKey,
  run: Run,
  given: {
    readonly repository: RepositoryRef
    readonly pull: PullRequest
    readonly baseSha: string
    readonly isAlone: boolean
  },
): Promise<MergeStep> {
  const { repository, pull, baseSha, isAlone } = given
  const { headSha } = pull
  const sent = await deps.github.updateBranch(repository, { number: pull.number, expectedHead: headSha })
  const now = deps.now()
  switch (sent.kind) {
    case 'accepted':
      await advanceJob(deps, key, {
        type: 'base-merge',
        baseMerge: { kind: 'sent', headSha, baseSha, at: now },
        dueAt: now + LOOK_AGAIN_MS,
      })
      return DONE
    case 'moved': {
      const since = run.baseMovedSince ?? now
      if (now - since >= GIVE_UP_MS) return isAlone ? fail(deps, key, run, KEEPS_MOVING) : dispatch(pull)
      const dueAt = now + Math.max(LOOK_AGAIN_MS, Math.floor((now - since) / 2))
      await advanceJob(deps, key, { type: 'base-moved', since, dueAt })
      return DONE
    }
    case 'conflict':
      await advanceJob(deps, key, { type: 'base-merge', baseMerge: { kind: 'left' }, dueAt: now })
      return dispatch(pull)
    case 'refused':
      // The runner may do what GitHub refuses the server, for example with signed commits. It says why if not.
      if (!isAlone) return dispatch(pull)
      throw new GithubRefused(refusedUpdate(sent.detail), sent)
  }
}

async function lookAgain(deps: RunWork, key: RunKey, run: Run, dueAt: number): Promise<MergeStep> {
  await advanceJob(deps, key, { type: 'rescheduled', dueAt, expected: run })
  return DONE
}

async function fail(deps: RunWork, key: RunKey, run: Run, detail: string): Promise<MergeStep> {
  await advanceJob(deps, key, { type: 'failed', reason: refusedUpdate(detail), expected: run })
  return DONE
}

const refusedUpdate = (detail: string): Reason => reason('update-refused', detail.replace(/\.$/, ''))

/** Ends the run without a runner. Its result is recorded like that of a runner. */
async function end(
  deps: RunWork,
  key: RunKey,
  { pull, last, wasSent }: { readonly pull: PullRequest; readonly last: number; readonly wasSent: boolean },
): Promise<MergeStep> {
  const { headSha, number, url, baseBranch } = pull
  const summary = wasSent
    ? `Merged \`${baseBranch}\` into the branch. There was no conflict.`
    : `The branch is already up to date with \`${baseBranch}\`.`
  const common = { acknowledged: last, summary, usage: null }
  const result = wasSent
    ? { ...common, outcome: 'published', published: { headSha, pullRequest: number } }
    : { ...common, outcome: 'no-change', headSha }
  await updateJob(deps, key, (job, now) => ({
    transition:
      job.run.number === key.run
        ? advanceRun(
            job,
            {
              type: 'merged-on-github',
              last,
              headSha: wasSent ? headSha : null,
              delivered: {
                branchExists: true,
                pullRequest: { number, url, state: stateOfPullRequest(pull) },
                // No agent has worked on it.
                ...(!wasSent && { reason: { code: 'no-change', message: summary } }),
              },
            },
            now,
          )
        : { kind: 'ignored', why: `run ${key.run} has ended` },
    extraCommit: { set: [{ key: runKeys.result(job.id, key.run), value: JSON.stringify(result) }] },
    outcome: null,
  }))
  return DONE
}
