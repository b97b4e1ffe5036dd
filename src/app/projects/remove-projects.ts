import type { Store } from '../store/store.ts'
import { projectIdsOf } from './known-accounts.ts'
import { projectIdOf } from './project.ts'
import { changeProject } from './refresh-project.ts'

/** The app was taken off these repositories. Their jobs stay readable for the account that made them. */
export async function removeProjects(
  store: Store,
  installationId: number,
  repositoryIds: readonly number[],
): Promise<void> {
  // A late event of an old installation must not undo a newer one.
  for (const id of repositoryIds) await detachProject(store, projectIdOf(id), installationId)
}

/** An installation of the account has ended. */
export async function removeInstallation(
  store: Store,
  accountId: number,
  installationId: number,
): Promise<void> {
  for (const id of await projectIdsOf(store, accountId)) await detachProject(store, id, installationId)
}

/** It is taken off this installation, if it still is on it. */
export const detachProject = (store: Store, id: string, installationId: number) =>
  changeProject(store, id, (project) =>
    project.installationId === installationId ? { ...project, installationId: null } : project,
  )
