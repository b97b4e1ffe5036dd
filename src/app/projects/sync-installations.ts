import { addProjects, type ProjectDeps } from './add-projects.ts'
import { knownAccountIds } from './known-accounts.ts'
import { projectIdOf } from './project.ts'
import { removeOtherProjects } from './remove-projects.ts'

/** Mends what events missed: every installation's repositories become projects, and what is gone is marked so. */
export async function syncInstallations(deps: ProjectDeps): Promise<void> {
  // An account that was taken off ALLOWED_ACCOUNTS is as if it had ended its installation.
  const installations = (await deps.github.listInstallations()).filter(({ account }) =>
    deps.isAllowed(account),
  )
  for (const installation of installations) {
    if (installation.suspended) continue
    const repositories = await deps.github.listRepositories(installation.id)
    await addProjects(deps, installation, repositories)
    const installed = new Set(repositories.map(({ id }) => projectIdOf(id)))
    await removeOtherProjects(
      deps.store,
      installation.account.id,
      (id, project) => id !== installation.id || installed.has(project),
    )
  }
  const live = new Set(installations.map(({ id }) => id))
  for (const accountId of await knownAccountIds(deps.store)) {
    await removeOtherProjects(deps.store, accountId, (id) => live.has(id))
  }
}
