import type { Job } from '../../domain/job.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import { repositoryRef } from '../../projects/project.ts'
import type { KnownTexts } from './build-assignment.ts'

export interface BaseHeadDeps {
  readonly github: Pick<Github, 'readBranchHead'>
}

/**
 * The head of the base, if the turn merges it: the server commits no merge of an earlier commit. `null`: there is none, or
 * GitHub refuses to say. Throws GithubUnavailable, so that the runner claims again.
 */
export async function readBaseHead(
  { github }: BaseHeadDeps,
  { run }: Job,
  { project, messages }: KnownTexts,
): Promise<string | null> {
  const turn = messages.filter(({ number }) => number >= run.first)
  if (!turn.some(({ message }) => message?.update)) return null
  const repository = project && repositoryRef(project)
  if (repository === null || run.base === null) return null
  try {
    return await github.readBranchHead(repository, run.base)
  } catch (error) {
    if (error instanceof GithubRefused) return null
    throw error
  }
}
