import type { Logger } from 'pino'
import { jitter, type Random } from '../domain/backoff.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { loadProject } from './load-project.ts'
import { type RefreshDeps, refreshProject } from './refresh-project.ts'

const AGAIN_MS = 60_000

/**
 * Reads the settings of a project before its next job needs them. Returns when to retry (epoch ms), or `null` if no
 * retry is needed: if GitHub refuses now, the next job reads them again and fails with the reason.
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
      deps.log.warn({ project: id, code: error.reason.code }, 'the settings of the project could not be read')
      return null
    }
    deps.log.warn(
      { project: id, err: error },
      'the settings of the project could not be read; the server will retry',
    )
    const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
    return Math.max(retryAt, deps.now() + AGAIN_MS) + jitter(deps.random)
  }
}
