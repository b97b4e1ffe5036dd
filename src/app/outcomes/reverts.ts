import { z } from 'zod'
import { withRevert } from '../domain/outcome.ts'
import type { JobKey } from '../domain/run-id.ts'
import { applied } from '../domain/run-state-machine.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { outcomeQueueKeys } from '../job-store/job-commit.ts'
import { jobKeys } from '../job-store/job-record.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { loadProject, type Project, type ProjectWork, repositoryRef } from '../projects/project.ts'
import type { QueueKey } from '../store/keys.ts'
import type { Entry, Store } from '../store/store.ts'
import { whenToRepeat } from './look-at-outcome.ts'

/** In UTF-16 units: where the words of a revert are looked for. GitHub and git write them at the beginning. */
const MAX_TEXT = 2_000
/** The newest commits of a push. */
const MAX_COMMITS = 250
/** Reverts that one push or one pull request tells of. */
const MAX_REVERTS = 20

const REVERTED_COMMIT = /^This reverts commit ([0-9a-f]{40}|[0-9a-f]{64})\b/gm

/** The commits that the messages of a push say they revert, as git writes it. Pure. */
export function revertedCommits(messages: readonly string[]): string[] {
  const found = messages
    .slice(-MAX_COMMITS)
    .flatMap((message) => [...message.slice(0, MAX_TEXT).matchAll(REVERTED_COMMIT)])
  return [...new Set(found.map(([, sha = '']) => sha))].slice(0, MAX_REVERTS)
}

const REVERTED_PULL = /^Reverts (?:([\w.-]{1,100}\/[\w.-]{1,100}))?#(\d{1,9})\.?\r?$/gm

/** The pull requests of this repository that the body of one says it reverts, as GitHub's *Revert* button writes it. Pure. */
export const revertedPulls = (body: string, repository: string): number[] =>
  [...body.slice(0, MAX_TEXT).matchAll(REVERTED_PULL)]
    .filter(([, name = repository]) => name.toLowerCase() === repository.toLowerCase())
    .slice(0, MAX_REVERTS)
    .map(([, , number]) => Number(number))

/** What a revert names, as its webhook brought it. */
const Revert = z.object({
  /** The branch that it came into. */
  branch: z.string(),
  at: z.int(),
  number: z.int().optional(),
  sha: z.string().optional(),
})
type Revert = z.infer<typeof Revert>

/** Stores reverts of pull requests that are a job's. */
export async function receivePullReverts(
  { store }: { readonly store: Store },
  project: Project,
  {
    numbers,
    ...revert
  }: { readonly numbers: readonly number[]; readonly branch: string; readonly at: number },
): Promise<void> {
  const keys = numbers.map((number) => jobKeys.ofPullRequest(project.repositoryId, number))
  const stored = await store.getMany(keys)
  const own = numbers.filter((_, at) => stored[at] !== undefined)
  await storeReverts(
    store,
    project,
    own.map((number) => [`pull-${number}`, { ...revert, number }]),
  )
}

/** Stores reverts of commits. Whether one is of a job's pull request, only GitHub knows. */
export const receiveCommitReverts = (
  { store }: { readonly store: Store },
  project: Project,
  { shas, ...revert }: { readonly shas: readonly string[]; readonly branch: string; readonly at: number },
): Promise<void> =>
  storeReverts(
    store,
    project,
    shas.map((sha) => [sha, { ...revert, sha }]),
  )

async function storeReverts(
  store: Store,
  { id: project }: Project,
  reverts: readonly (readonly [string, Revert])[],
): Promise<void> {
  if (reverts.length === 0) return
  await store.commit({
    set: reverts.map(([id, revert]) => ({
      key: outcomeQueueKeys.revert(project, id, revert.at),
      value: JSON.stringify(revert),
    })),
  })
}

/** The merge of the reverted pull request may be recorded later than its revert arrives. */
const LOOK_AGAIN_MS = 60_000
const LOOK_AGAIN_FOR_MS = 3_600_000

/** Records a revert with the job whose pull request it names, and moves or deletes the entry. */
export async function recordRevert(deps: JobStore & ProjectWork, due: QueueKey, entry: Entry): Promise<void> {
  const revert = Revert.parse(JSON.parse(entry.value))
  const project = await loadProject(deps.store, due.project)
  const repository = project && repositoryRef(project)
  let again: number | null = null
  if (project !== null && repository !== null)
    try {
      const isKnown = await record(deps, { project, repository }, revert)
      if (!isKnown && deps.now() - revert.at < LOOK_AGAIN_FOR_MS) again = deps.now() + LOOK_AGAIN_MS
    } catch (error) {
      again = await whenToRepeat(deps, repository, error)
    }
  const set =
    again === null ? [] : [{ key: outcomeQueueKeys.revert(due.project, due.id, again), value: entry.value }]
  await deps.store.commit({ del: [entry.key], set })
}

interface Where {
  readonly project: Project
  readonly repository: RepositoryRef
}

/** False: a pull request is merged, and its job does not know it yet. */
async function record(
  deps: JobStore & ProjectWork,
  { project, repository }: Where,
  revert: Revert,
): Promise<boolean> {
  let isKnown = true
  for (const number of await pullsOf(deps, repository, revert)) {
    const stored = await deps.store.get(jobKeys.ofPullRequest(project.repositoryId, number))
    if (stored === undefined) continue
    const key: JobKey = JobOfPullRequest.parse(JSON.parse(stored))
    const update = await updateJob(deps, key, (job) => {
      const outcome = job.outcome && withRevert(job.outcome, number, revert.at)
      return outcome === job.outcome
        ? { transition: { kind: 'ignored', why: 'it is no revert within the time' }, outcome: null }
        : { transition: applied({ ...job, outcome }), outcome: null }
    })
    const pulls = update.kind === 'absent' ? [] : (update.job.outcome?.pulls ?? [])
    if (pulls.some((pull) => pull.number === number && pull.state === 'pending')) isKnown = false
  }
  return isKnown
}

const JobOfPullRequest = z.object({ project: z.string(), job: z.string() })

/** The merged pull requests that are reverted on the branch that they were merged into. */
async function pullsOf(
  { github }: ProjectWork,
  repository: RepositoryRef,
  { branch, number, sha }: Revert,
): Promise<number[]> {
  const one = number === undefined ? null : await github.readPullRequest(repository, number)
  const all = sha === undefined ? [] : ((await github.listPullRequestsOf(repository, sha)) ?? [])
  return [...(one === null ? [] : [one]), ...all]
    .filter(({ merged, baseBranch }) => merged && baseBranch === branch)
    .map((pull) => pull.number)
}
