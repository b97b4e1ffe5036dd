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
  for (const id of repositoryIds) await detach(store, projectIdOf(id), (found) => found === installationId)
}

/** Of an account's projects, only those that `stays` accepts are still installed. */
export async function removeOtherProjects(
  store: Store,
  accountId: number,
  stays: (installationId: number, project: string) => boolean,
): Promise<void> {
  for (const id of await projectIdsOf(store, accountId)) {
    await detach(store, id, (installationId) => !stays(installationId, id))
  }
}

const detach = (store: Store, id: string, isGone: (installationId: number) => boolean) =>
  changeProject(store, id, (project) =>
    project.installationId !== null && isGone(project.installationId)
      ? { ...project, installationId: null }
      : project,
  )
