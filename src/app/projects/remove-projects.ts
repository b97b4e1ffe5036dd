import type { Store } from '../store/store.ts'
import { projectIdsOf } from './known-accounts.ts'
import { projectIdOf } from './project.ts'
import { changeProject } from './refresh-project.ts'

/** Detaches repositories that were removed from an installation. Their jobs stay readable for their account. */
export async function removeProjects(
  store: Store,
  installationId: number,
  repositoryIds: readonly number[],
): Promise<void> {
  // A late webhook of an old installation must not undo a newer one.
  for (const id of repositoryIds) await detachProject(store, projectIdOf(id), installationId)
}

/** Detaches all projects of an installation that has ended. */
export async function removeInstallation(
  store: Store,
  accountId: number,
  installationId: number,
): Promise<void> {
  for (const id of await projectIdsOf(store, accountId)) await detachProject(store, id, installationId)
}

/** Detaches the project from this installation, unless another one covers it. */
export const detachProject = (store: Store, id: string, installationId: number) =>
  changeProject(store, id, (project) =>
    project.installationId === installationId ? { ...project, installationId: null } : project,
  )
