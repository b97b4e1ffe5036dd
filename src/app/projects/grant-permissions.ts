import type { Installation } from '../github/repository.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { MOST_ONBOARDED } from './add-projects.ts'
import { type Permissions, readPermissions, recordPermissions } from './installation-permissions.ts'
import { projectIdsOf } from './known-accounts.ts'
import { loadProject } from './load-project.ts'

interface Deps {
  readonly store: Store
  readonly now: () => number
  readonly onDue: () => void
}

/**
 * Records what the owner of an installation has granted. With the permission for workflow files, the repositories of a small
 * installation are onboarded as if they were new.
 */
export async function grantPermissions(
  deps: Deps,
  { id, account }: Pick<Installation, 'id' | 'account'>,
  permissions: Permissions,
): Promise<void> {
  const before = await readPermissions(deps.store, id)
  await recordPermissions(deps.store, id, () => permissions)
  if (permissions.workflows !== 'write' || before.workflows === 'write') return
  const projects = await installedProjects(deps.store, account.id, id)
  if (projects.length > MOST_ONBOARDED) return
  const set = projects.map((project) => ({ key: keySpace.onboardProject(project, deps.now()), value: '' }))
  await deps.store.commit({ set })
  deps.onDue()
}

async function installedProjects(store: Store, accountId: number, installationId: number): Promise<string[]> {
  const ids = await projectIdsOf(store, accountId)
  const projects = await Promise.all(ids.map((id) => loadProject(store, id)))
  return projects.flatMap((project) => (project?.installationId === installationId ? [project.id] : []))
}
