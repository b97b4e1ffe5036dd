import type { Logger } from 'pino'
import { jitter, type Random } from '../domain/backoff.ts'
import { GithubRefused, GithubUnavailable } from '../github/github.ts'
import { loadProject } from './load-project.ts'
import { type RefreshDeps, refreshProject } from './refresh-project.ts'

const AGAIN_MS = 60_000

/**
 * Reads a project's config ahead of its next job. Answers when to try again (epoch ms), `null` when that is done with:
 * what GitHub refuses is read, and told to somebody, when a job needs it.
 */
export async function refreshDueProject(
  deps: RefreshDeps & { readonly log: Logger; readonly random: Random },
  id: string,
): Promise<number | null> {
  try {
    const project = await loadProject(deps.store, id)
    if (project !== null && project.installationId !== null) await refreshProject(deps, project)
    return null
  } catch (error) {
    if (error instanceof GithubRefused) {
      deps.log.warn({ project: id, code: error.reason.code }, 'the config of the project could not be read')
      return null
    }
    deps.log.warn({ project: id, err: error }, 'the config of the project could not be read; trying again')
    const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
    return Math.max(retryAt, deps.now() + AGAIN_MS) + jitter(deps.random)
  }
}
