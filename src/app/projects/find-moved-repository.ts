import { GithubRefused, type Installation, type InstalledRepository } from '../github/github.ts'
import { addProjects, type ProjectDeps } from './add-projects.ts'
import type { Project } from './project.ts'

export type MovedRepository =
  /** GitHub says that it was deleted. */
  | { readonly kind: 'deleted' }
  /** Nobody who has the App has the repository, as far as GitHub tells. */
  | { readonly kind: 'lost' }
  /** The project says already where it is. */
  | { readonly kind: 'here' }
  /** It is its account's still, by another installation; the project knows now. */
  | { readonly kind: 'installed-anew' }
  /** It belongs to another account, which has the App too; the project knows now. */
  | { readonly kind: 'moved' }
  /** It belongs to an account that this server does not serve. `to`: `owner/name`. */
  | { readonly kind: 'out-of-reach'; readonly to: string }

/**
 * Where the repository of a project went that its installation does not know any more. GitHub leads from the old name
 * to the new one, for the App itself also across accounts, so that a transfer is noticed whose event got lost.
 */
export async function findMovedRepository(deps: ProjectDeps, project: Project): Promise<MovedRepository> {
  const { owner, name, repositoryId } = project
  if (project.isDeleted) return { kind: 'deleted' }
  const found = await deps.github.findInstallation(owner, name)
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

/** `null`: the old name belongs to another repository now. */
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
