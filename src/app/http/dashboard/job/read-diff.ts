import type { Job } from '../../../domain/job.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { type Project, repositoryRef } from '../../../projects/project.ts'
import { writePatch } from '../diff/write-patch.ts'
import type { GithubReads } from '../lookup/github-reads.ts'

export interface ReadDiffDeps {
  readonly reads: Pick<GithubReads, 'changes'>
  readonly jobs: Pick<Jobs, 'patch'>
}

/** The changes of a job. */
export type JobDiff =
  | { readonly kind: 'branch'; readonly patch: string; readonly base: string; readonly head: string }
  | { readonly kind: 'saved'; readonly patch: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' }

/** What the branch changes, as GitHub shows it; of a run that published nothing, its saved patch. */
export async function readDiff(
  deps: ReadDiffDeps,
  personId: number,
  job: Job,
  project: Project,
): Promise<JobDiff> {
  const saved = await deps.jobs.patch({ project: job.project, job: job.id }, job.run.number)
  // Bytes as Latin-1, since a changed file may hold any.
  if (saved.kind === 'found')
    return { kind: 'saved', patch: Buffer.from(saved.patch, 'latin1').toString('utf8') }
  const base = job.run.base ?? job.base ?? project.config?.base ?? project.defaultBranch
  const repository = repositoryRef(project)
  if (!job.branchExists || base === null || repository === null) return { kind: 'none' }
  try {
    // A run that has pushed meanwhile is another question.
    const version = `${job.run.number} ${job.run.state}`
    const files = await deps.reads.changes(personId, repository, { base, head: job.branch, version })
    if (files === null || files.length === 0) return { kind: 'none' }
    return { kind: 'branch', patch: writePatch(files), base, head: job.branch }
  } catch (error) {
    if (error instanceof GithubUnavailable) return { kind: 'unavailable' }
    if (error instanceof GithubRefused) return { kind: 'none' }
    throw error
  }
}
