import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'
import type { Run } from '../domain/run.ts'
import { GithubRefused } from '../github/errors.ts'
import { DELETED, type Project } from '../projects/project.ts'
import type { Projects } from '../projects/projects.ts'

/** Refusals that also occur for a repository that was transferred to another account. */
const MAY_HAVE_MOVED = new Set<ReasonCode>(['repository-gone', 'app-uninstalled', 'repository-transferred'])

/**
 * Why a run fails after GitHub refused a request; `null` if its repository was found elsewhere and the run continues
 * there. At another account, only a run that has its result continues: work for the old owner must not use the runners
 * and the model of the new one.
 */
export async function classifyRefusal(
  { projects }: { readonly projects: Pick<Projects, 'load' | 'findMoved'> },
  project: string,
  run: Pick<Run, 'state'>,
  refusal: Reason,
): Promise<Reason | null> {
  const known = MAY_HAVE_MOVED.has(refusal.code) ? await projects.load(project) : null
  if (known === null) return refusal
  const followed = await projects.findMoved(known).catch(refusalThere)
  switch (followed.kind) {
    case 'refused':
      return followed.reason
    case 'deleted':
      return DELETED
    case 'lost':
    case 'here':
      return refusal
    case 'out-of-reach':
      return reason(
        'repository-transferred',
        `it is ${followed.to}, and this server does not serve that account`,
      )
    case 'installed-anew':
      return null
    case 'moved':
      return run.state === 'delivered' ? null : transferred(await projects.load(project))
  }
}

/** A refusal at the new location, for example a suspended App or a missing permission. */
function refusalThere(error: unknown): { readonly kind: 'refused'; readonly reason: Reason } {
  if (error instanceof GithubRefused) return { kind: 'refused', reason: error.reason }
  throw error
}

/** The reason for a repository that is now at `to`; `null`: it no longer exists. */
export const transferred = (to: Pick<Project, 'owner' | 'name'> | null): Reason =>
  reason('repository-transferred', to === null ? 'it no longer exists' : `it is ${to.owner}/${to.name}`)
