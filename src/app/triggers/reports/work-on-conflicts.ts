import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isEnded } from '../../domain/run.ts'
import { withDoubt } from '../../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { triggerKeys } from '../../job-store/idempotency.ts'
import { updateBranch } from '../../jobs/send-message.ts'
import { loadProject, type Project, repositoryRef } from '../../projects/project.ts'
import { refreshProject } from '../../projects/refresh-project.ts'
import { dueLater, type QueueKey } from '../../store/keys.ts'
import type { Entry, Store } from '../../store/store.ts'
import type { TriggerWork } from '../authorize-request.ts'
import { countRounds, findDeliveringJob } from './delivering-job.ts'

/** A branch that somebody pushed to, into which pull requests of the App may go. */
const PushedBase = z.looseObject({
  branch: z.string(),
  /** How often it was checked. */
  tries: z.int(),
})
type PushedBase = z.infer<typeof PushedBase>

/** Pushes within a minute count as one. GitHub needs some seconds to find conflicts. */
const PERIOD_MS = 60_000
const LOOK_AGAIN_MS = 20_000
const MAX_TRIES = 15
const MAX_PULLS = 30

/** Stores a push for the timers, if the settings want conflicts to be resolved. */
export async function receiveBasePush(
  { store }: { readonly store: Store },
  project: Project,
  { branch, at }: { readonly branch: string; readonly at: number },
): Promise<void> {
  if (project.config?.updateOnConflict === undefined) return
  const dueAt = (Math.floor(at / PERIOD_MS) + 1) * PERIOD_MS
  const id = createHash('sha256').update(branch).digest('hex').slice(0, 32)
  const value: PushedBase = { branch, tries: 0 }
  const key = triggerKeys.due(dueAt, { kind: 'conflict', project: project.id, id })
  await store.commit({ set: [{ key, value: JSON.stringify(value) }] })
}

/** Brings pull requests up to date that conflict with a base that has changed. */
export async function workOnConflicts(deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log, now } = deps
  const pushed = PushedBase.parse(JSON.parse(entry.value))
  let again: number | null = null
  try {
    const project = await loadProject(store, due.project)
    if (project !== null) {
      const isKnown = await withDoubt(deps, repositoryRef(project), () =>
        updateAll(deps, project, pushed.branch),
      )
      if (!isKnown) again = now() + LOOK_AGAIN_MS
    }
  } catch (error) {
    if (error instanceof GithubUnavailable) again = error.retryAt
    else if (error instanceof GithubRefused)
      log.warn({ project: due.project, reason: error.reason }, 'GitHub refused to report conflicts')
    else throw error
  }
  const next = { ...pushed, tries: pushed.tries + 1 }
  const isLater = again !== null && next.tries < MAX_TRIES
  const later = {
    key: dueLater(entry.key, Math.max(again ?? 0, now())),
    value: JSON.stringify(next),
  }
  await store.commit({ checks: [entry], del: [entry.key], set: isLater ? [later] : [] })
}

/** False: GitHub does not know yet whether all of them conflict. */
async function updateAll(deps: TriggerWork, given: Project, branch: string): Promise<boolean> {
  const { github } = deps
  const repository = repositoryRef(given)
  if (repository === null) return true
  const project = await refreshProject(deps, given)
  const { updateOnConflict } = project.config
  if (updateOnConflict === undefined) return true
  const { botId } = await github.identity()
  const pulls = await github.listPullRequestsInto(repository, branch)
  const own = pulls.filter((one) => one.authorId === botId && one.headRepositoryId === repository.id)
  if (own.length === 0) return true
  const base = await github.readBranchHead(repository, branch)
  let isKnown = true
  for (const { number } of own.slice(0, MAX_PULLS)) {
    const about = { project, repository, number, base, rounds: updateOnConflict.rounds }
    if (!(await updateOne(deps, about))) isKnown = false
  }
  return isKnown
}

async function updateOne(
  deps: TriggerWork,
  about: {
    readonly project: Project
    readonly repository: RepositoryRef
    readonly number: number
    readonly base: string | null
    readonly rounds: number
  },
): Promise<boolean> {
  const { store, github, log } = deps
  const { project, repository, number, base, rounds } = about
  const job = await findDeliveringJob(store, repository.id, number)
  if (job === null) return true
  if (!isEnded(job.run)) return false
  const pull = await github.readPullRequest(repository, number)
  if (pull?.state !== 'open' || pull.mergeable === true) return true
  // GitHub has not finished looking for conflicts.
  if (pull.mergeable !== false) return false
  if ((await countRounds(store, job)) >= rounds) return true
  const outcome = await updateBranch(deps, {
    project,
    job: job.id,
    origin: { kind: 'settings', id: 'on-conflict', name: `a conflict with ${pull.baseBranch}` },
    idempotencyKey: { source: `conflict-${number}-${base}`, repositoryId: project.repositoryId },
  })
  log.info({ job: job.id, outcome: outcome.kind }, 'a pull request conflicts with its base')
  return true
}
