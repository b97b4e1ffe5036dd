import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'
import type { Run } from '../domain/run.ts'
import { doubtRefusal } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import { findMovedRepository } from '../projects/installed-projects.ts'
import { DELETED, loadProject, type Project, type ProjectWork, repositoryRef } from '../projects/project.ts'

/** Refusals that also occur for a repository that was transferred to another account. */
const MAY_HAVE_MOVED = new Set<ReasonCode>(['repository-gone', 'app-uninstalled', 'repository-transferred'])

/** What a refusal of GitHub means for a run. */
type Judged =
  /** Its repository was found elsewhere, and the run continues there. */
  | { readonly kind: 'moved' }
  /** GitHub may take it back: try again at `at` (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: Reason }

const failed = (why: Reason): Judged => ({ kind: 'failed', reason: why })

/**
 * Whether a run fails after GitHub refused a request. At another account, only a run that has its result continues: work
 * for the old owner must not use the runners and the model of the new one.
 */
export async function classifyRefusal(
  deps: ProjectWork,
  project: string,
  run: Pick<Run, 'state'>,
  refusal: Refusal,
): Promise<Judged> {
  const known = await loadProject(deps.store, project)
  if (known === null) return failed(refusal.reason)
  if (!MAY_HAVE_MOVED.has(refusal.reason.code)) return doubted(deps, known, refusal)
  const followed = await findMovedRepository(deps, known).catch(refusalThere)
  switch (followed.kind) {
    case 'refused':
      return doubted(deps, known, followed.refusal)
    case 'deleted':
      return failed(DELETED)
    case 'lost':
    case 'here':
      return doubted(deps, known, refusal)
    case 'out-of-reach':
      return failed(
        reason('repository-transferred', `it is ${followed.to}, and this server does not serve that account`),
      )
    case 'installed-anew':
      return { kind: 'moved' }
    case 'moved':
      return run.state === 'delivered'
        ? { kind: 'moved' }
        : failed(transferred(await loadProject(deps.store, project)))
  }
}

type Refusal = Pick<GithubRefused, 'reason' | 'status'>

async function doubted(deps: ProjectWork, project: Project, refusal: Refusal): Promise<Judged> {
  const repository = repositoryRef(project)
  const at = repository && (await doubtRefusal(deps, repository, refusal))
  return at === null ? failed(refusal.reason) : { kind: 'later', at }
}

/** A refusal at the new location, for example a suspended App or a missing permission. */
function refusalThere(error: unknown): { readonly kind: 'refused'; readonly refusal: Refusal } {
  if (error instanceof GithubRefused) return { kind: 'refused', refusal: error }
  throw error
}

/** The reason for a repository that is now at `to`; `null`: it no longer exists. */
export const transferred = (to: Pick<Project, 'owner' | 'name'> | null): Reason =>
  reason('repository-transferred', to === null ? 'it no longer exists' : `it is ${to.owner}/${to.name}`)
