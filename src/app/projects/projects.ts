import { type Capability, switchedOff } from '../../settings/capabilities.ts'
import type { Random } from '../domain/backoff.ts'
import type { Installation } from '../github/repository.ts'
import { findMovedRepository, type MovedRepository } from './find-moved-repository.ts'
import type { Permissions } from './installation-permissions.ts'
import {
  addProjects,
  grantPermissions,
  type ProjectDeps,
  removeInstallation,
  removeProjects,
  type SeenRepository,
} from './installed-projects.ts'
import { listProjects, type ProjectPage } from './list-projects.ts'
import { readOrganisation } from './organisation-settings.ts'
import { loadProject, type Project } from './project.ts'
import {
  changeProject,
  type RefreshDeps,
  type RefreshedProject,
  refreshDueProject,
  refreshProject,
} from './refresh-project.ts'
import { type Left, syncInstallations } from './sync-installations.ts'

/** The repositories on which the App is installed. */
export interface Projects {
  load(id: string): Promise<Project | null>
  /** Installed projects of an account that `covers` accepts, ordered by id. */
  list(
    accountId: number,
    covers: (project: Project) => boolean,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<ProjectPage>
  add(
    installation: Pick<Installation, 'id' | 'account'>,
    repositories: readonly SeenRepository[],
  ): Promise<void>
  /** Records what the owner of an installation has granted. */
  grant(installation: Pick<Installation, 'id' | 'account'>, permissions: Permissions): Promise<void>
  remove(installationId: number, repositoryIds: readonly number[]): Promise<void>
  removeInstallation(accountId: number, installationId: number): Promise<void>
  change(id: string, change: (project: Project) => Project): Promise<Project | null>
  /** What the account of the project has switched off: at most five minutes old. Throws as `refresh`. */
  switchedOff(project: Project): Promise<readonly Capability[]>
  /** Reads settings and instruction files again, if the default branch has moved. */
  refresh(project: Project): Promise<RefreshedProject>
  /** Returns when to try again (epoch ms), `null` when it is done. */
  refreshDue(id: string): Promise<number | null>
  /** Looks for a repository that its installation no longer knows. */
  findMoved(project: Project): Promise<MovedRepository>
  /** Applies what webhooks missed. `only`: these installations. Returns what could not be read. */
  sync(only: ReadonlySet<number> | null): Promise<Left | null>
}

export function createProjects(deps: ProjectDeps & RefreshDeps & { readonly random: Random }): Projects {
  const { store } = deps
  return {
    load: (id) => loadProject(store, id),
    list: (accountId, covers, page) => listProjects(store, accountId, covers, page),
    add: (installation, repositories) => addProjects(deps, installation, repositories),
    grant: (installation, permissions) => grantPermissions(deps, installation, permissions),
    remove: (installationId, repositoryIds) => removeProjects(store, installationId, repositoryIds),
    removeInstallation: (accountId, installationId) => removeInstallation(store, accountId, installationId),
    change: (id, change) => changeProject(store, id, change),
    switchedOff: async (project) => switchedOff((await readOrganisation(deps, project)).settings),
    refresh: (project) => refreshProject(deps, project),
    refreshDue: (id) => refreshDueProject(deps, id),
    findMoved: (project) => findMovedRepository(deps, project),
    sync: (only) => syncInstallations(deps, only),
  }
}
