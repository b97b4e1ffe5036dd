import type { Job } from '../../domain/job.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import { loadProject } from '../../projects/load-project.ts'
import { repositoryRef } from '../../projects/project.ts'
import { readMessages } from '../../records/messages.ts'
import type { JobStore } from '../../records/update-job.ts'

export interface BaseHeadDeps extends JobStore {
  readonly github: Pick<Github, 'readBranchHead'>
}

/**
 * The head of the base, if the turn merges it: the server commits no merge of an earlier commit. `null`: there is none, or
 * GitHub refuses to say. Throws GithubUnavailable, so that the runner claims again.
 */
export async function readBaseHead({ store, github }: BaseHeadDeps, job: Job): Promise<string | null> {
  const { run } = job
  const turn = await readMessages(store, job.id, run.first, job.messages)
  if (!turn.some(({ message }) => message?.update)) return null
  const project = await loadProject(store, job.project)
  const repository = project && repositoryRef(project)
  if (repository === null || run.base === null) return null
  try {
    return await github.readBranchHead(repository, run.base)
  } catch (error) {
    if (error instanceof GithubRefused) return null
    throw error
  }
}
