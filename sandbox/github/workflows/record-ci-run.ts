import { randomUUID } from 'node:crypto'
import { readCommit } from '../git/commits.ts'
import { resolveCommit } from '../git/read.ts'
import type { Account } from '../state/account.ts'
import type { Repository, Run, WorkflowJob } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { completeRun } from './end-run.ts'
import { findWorkflow } from './find-workflow.ts'
import { openRun } from './open-run.ts'

export interface CiRunRecord {
  /** The file of a workflow on the default branch, without its folder. */
  readonly workflow: string
  readonly branch: string
  readonly jobs: readonly Pick<WorkflowJob, 'name' | 'conclusion' | 'log'>[]
}

/** A run of the project's own CI on the head of a branch: this GitHub records its end, without running anything. */
export const recordCiRun = async (
  state: GithubState,
  repository: Repository,
  { record, actor }: { readonly record: CiRunRecord; readonly actor: Account },
): Promise<Run> => {
  const workflow = await findWorkflow(state, repository, record.workflow)
  const ref = `refs/heads/${record.branch}`
  const sha = await resolveCommit(state, repository, ref)
  if (!sha) throw new Error(`sandbox: ${repository.name} has no branch ${record.branch}`)
  const headCommit = await readCommit(state, repository, sha)
  const displayTitle = headCommit.message.split('\n', 1)[0] ?? ''
  const opening = { repository, workflow, ref, headCommit, actor, displayTitle }
  const run = openRun(state, { ...opening, event: 'pull_request', inputs: {} })
  for (const job of record.jobs)
    repository.workflowJobs.push({
      ...job,
      ...{ id: state.nextId(), run, attempt: run.attempt, logKey: randomUUID() },
    })
  completeRun(state, run, conclusionOf(record))
  return run
}

const conclusionOf = ({ jobs }: CiRunRecord): string => {
  const all = jobs.map(({ conclusion }) => conclusion)
  // GitHub calls a run with a job that timed out a failure, too.
  if (all.includes('failure') || all.includes('timed_out')) return 'failure'
  return all.includes('cancelled') ? 'cancelled' : 'success'
}
