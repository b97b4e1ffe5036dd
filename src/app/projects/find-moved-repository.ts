import { GithubRefused } from '../github/errors.ts'
import type { Installation, InstalledRepository } from '../github/repository.ts'
import { addProjects, type ProjectDeps } from './installed-projects.ts'
import type { Project } from './project.ts'

export type MovedRepository =
  /** GitHub reported the deletion. */
  | { readonly kind: 'deleted' }
  /** No installation of the App covers the repository, as far as GitHub shows. */
  | { readonly kind: 'lost' }
  /** The repository is where the project expects it. */
  | { readonly kind: 'here' }
  /** The account is the same, with another installation. The project has been updated. */
  | { readonly kind: 'installed-anew' }
  /** It belongs to another account, on which the App is installed, too. The project has been updated. */
  | { readonly kind: 'moved' }
  /** It belongs to an account that this server does not serve. `to`: `owner/name`. */
  | { readonly kind: 'out-of-reach'; readonly to: string }

/**
 * Looks for a repository that its installation no longer covers. GitHub knows the repository by
 * its id, and tells the App itself also about other accounts, so this also finds a transfer whose webhook was lost.
 */
export async function findMovedRepository(deps: ProjectDeps, project: Project): Promise<MovedRepository> {
  const { owner, name, repositoryId } = project
  if (project.isDeleted) return { kind: 'deleted' }
  const found = await deps.github.findInstallation(owner, name, repositoryId)
  if (found === null)
    return (await deps.github.wasDeleted(repositoryId)) ? { kind: 'deleted' } : { kind: 'lost' }
  if (found.id === project.installationId && found.account.id === project.accountId) return { kind: 'here' }
  const repository = await readThere(deps, found, { id: repositoryId, owner, name })
  if (repository === null) return { kind: 'lost' }
  if (!deps.isAllowed(found.account))
    return { kind: 'out-of-reach', to: `${found.account.login}/${repository.name}` }
  await addProjects(deps, found, [repository])
  const kind = found.account.id === project.accountId ? 'installed-anew' : 'moved'
  deps.log.info({ project: project.id, to: found.account.login, kind }, 'the repository was found elsewhere')
  return { kind }
}

/** `null`: the old name now belongs to another repository. */
async function readThere(
  { github }: ProjectDeps,
  installation: Installation,
  repository: { readonly id: number; readonly owner: string; readonly name: string },
): Promise<InstalledRepository | null> {
  try {
    return await github.readRepository({ installationId: installation.id, ...repository })
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'repository-gone') return null
    throw error
  }
}
