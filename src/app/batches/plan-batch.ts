import { GithubRefused } from '../github/errors.ts'
import { TooManySteps } from '../projects/filter-in-turns.ts'
import { type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import { mergeCommits } from '../store/store.ts'
import type { BatchDeps } from './batch-deps.ts'
import type { BatchRecord, BatchUnit, StoredBatch } from './batch-record.ts'
import { batchCommit, claimBatch, stepEntry } from './change-batch.ts'
import { divideFiles, whyNoBatch } from './divide-files.ts'
import { endBatch } from './end-batch.ts'

/** Jobs that one commit writes. */
const SLICE = 100

type Files = BatchRecord['scope'] & { kind: 'files' }

/**
 * Divides the work of a batch into its jobs, and records them. The batch is planned with the last commit, so a server that
 * ends meanwhile leaves what the next one writes again. False: another writer has changed the batch. Throws
 * GithubUnavailable.
 */
export async function planBatch(deps: BatchDeps, stored: StoredBatch): Promise<boolean> {
  const { store, now } = deps
  const planned = await divide(deps, stored.batch)
  if (typeof planned === 'string') {
    const failed = endBatch(deps, stored.batch, 'failed', planned)
    return store.commit(mergeCommits(batchCommit(stored, failed.batch), failed.beside))
  }
  const { units, scope } = planned
  const claimed = await claimBatch(store, stored)
  if (claimed === null) return false
  const { batch } = claimed
  const checks = [{ key: keySpace.batch(batch.id), value: claimed.raw }]
  for (let start = 0; start < units.length; start += SLICE) {
    const set = units.slice(start, start + SLICE).map((unit) => ({
      key: keySpace.batchUnit(batch.id, unit.number),
      value: JSON.stringify(unit),
    }))
    // Somebody has cancelled it, or another server plans it.
    if (!(await store.commit({ checks, set }))) return false
  }
  const total = units.length
  const next: BatchRecord = {
    ...batch,
    status: 'running',
    scope,
    total,
    released: Math.min(total, batch.first ?? total),
  }
  return store.commit(mergeCommits(batchCommit(claimed, next), stepEntry(next, now())))
}

interface Planned {
  readonly scope: BatchRecord['scope']
  readonly units: readonly BatchUnit[]
}

/** A text: why there is nothing to do. */
async function divide(deps: BatchDeps, { scope, job }: BatchRecord): Promise<Planned | string> {
  try {
    if (scope.kind === 'files') return await divideProject(deps, scope, job.ref)
    const projects = await Promise.all(scope.projects.map((id) => load(deps, id)))
    return { scope, units: projects.map((project, i) => newUnit(i + 1, project, null)) }
  } catch (error) {
    if (error instanceof GithubRefused) return error.reason.message
    if (error instanceof TooManySteps)
      return 'its globs, or those of the settings, are too complex for so many files: create the batch with fewer globs, or fewer `**`'
    throw error
  }
}

async function load({ projects }: BatchDeps, id: string): Promise<Project> {
  const project = await projects.load(id)
  if (project === null) throw new GithubRefused(whyAbsent(project))
  return project
}

async function divideProject(deps: BatchDeps, scope: Files, ref: string | null): Promise<Planned | string> {
  const project = await deps.projects.refresh(await load(deps, scope.project))
  const { config, filesSha } = project
  const repository = repositoryRef(project)
  if (repository === null) throw new GithubRefused(whyAbsent(project))
  const branch = ref ?? config.base
  const commit = branch === null ? filesSha : await deps.github.readBranchHead(repository, branch)
  if (commit === null) return `there is no branch ${branch}: create the batch with another \`ref\``
  const { paths, isComplete } = await deps.github.listFiles(repository, commit)
  if (!isComplete)
    return 'the repository has more files than GitHub lists in one response: create batches with `projectIds`, or jobs of your own'
  const options = {
    each: scope.each,
    per: scope.per,
    allowed: config.allowedPaths,
    folder: config.workingDirectory,
  }
  const divided = await divideFiles(paths, options)
  const units = divided.groups.map((files, i) => newUnit(i + 1, project, [...files]))
  return whyNoBatch(divided, options) ?? { scope: { ...scope, commit, leftOut: divided.leftOut }, units }
}

const newUnit = (
  number: number,
  { id, url }: Pick<Project, 'id' | 'url'>,
  files: string[] | null,
): BatchUnit => ({
  number,
  project: id,
  repository: url,
  files,
  state: 'pending',
  round: 0,
  job: null,
  reason: null,
  prLink: null,
  costUsd: 0,
})
