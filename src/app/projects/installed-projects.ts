import type { Logger } from 'pino'
import type { Github } from '../github/github.ts'
import type { Account, Installation, InstalledRepository } from '../github/repository.ts'
import { recordAccount } from '../records/account.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { type Permissions, readPermissions, recordPermissions } from './installation-permissions.ts'
import { projectIdsOf } from './list-projects.ts'
import { loadProject, type Project, parseProject, projectIdOf } from './project.ts'
import { changeProject } from './refresh-project.ts'

export interface ProjectDeps {
  readonly store: Store
  readonly github: Github
  readonly now: () => number
  readonly onDue: () => void
  readonly log: Logger
  /** Web URL of GitHub. */
  readonly serverUrl: string
  readonly isAllowed: (account: Account) => boolean
}

/** An owner who has chosen more repositories has not thought of each: the operator onboards them in waves. */
export const MOST_ONBOARDED = 10
/** Time for the owner who installs the App to add the workflow file without being asked. */
const ONBOARD_AFTER_MS = 60_000

/** The fields that webhooks and lists contain. The others are read when they are needed. */
export type SeenRepository = Pick<InstalledRepository, 'id' | 'name' | 'private'>

/** Adds the repositories on which the App was installed as projects. */
export async function addProjects(
  deps: ProjectDeps,
  installation: Pick<Installation, 'id' | 'account'>,
  repositories: readonly SeenRepository[],
): Promise<void> {
  const { account } = installation
  if (!deps.isAllowed(account)) {
    deps.log.warn({ account: account.login }, 'installation ignored: the account is not in ALLOWED_ACCOUNTS')
    return
  }
  await recordAccount(deps.store, { id: account.id, login: account.login })
  const { workflows } = await readPermissions(deps.store, installation.id)
  const mayOnboard = workflows === 'write' && repositories.length <= MOST_ONBOARDED
  for (const repository of repositories) await addProject(deps, installation, repository, mayOnboard)
  deps.onDue()
}

async function addProject(
  deps: ProjectDeps,
  installation: Pick<Installation, 'id' | 'account'>,
  repository: SeenRepository,
  mayOnboard: boolean,
): Promise<void> {
  const key = keySpace.project(projectIdOf(repository.id))
  await commitWithRetry(deps.store, `repository ${repository.id}`, async () => {
    const raw = await deps.store.get(key)
    const before = raw === undefined ? null : parseProject(raw)
    const project = installed(deps, installation, repository, before)
    const isNew = before === null || before.installationId === null
    const moved = before !== null && before.accountId !== project.accountId
    const commit = {
      checks: [{ key, value: raw ?? null }],
      set: [
        { key, value: JSON.stringify(project) },
        { key: keySpace.projectOf(project.accountId, project.id), value: project.id },
        // The first job needs the settings, because it pins a model.
        ...(before?.config ? [] : [{ key: keySpace.refreshProject(project.id, deps.now()), value: '' }]),
        ...(isNew && mayOnboard
          ? [{ key: keySpace.onboardProject(project.id, deps.now() + ONBOARD_AFTER_MS), value: '' }]
          : []),
      ],
      del: moved ? [keySpace.projectOf(before.accountId, project.id)] : [],
    }
    return { commit, result: undefined }
  })
}

function installed(
  deps: ProjectDeps,
  { id: installationId, account }: Pick<Installation, 'id' | 'account'>,
  repository: SeenRepository,
  before: Project | null,
): Project {
  return {
    ...before,
    v: 1,
    id: projectIdOf(repository.id),
    repositoryId: repository.id,
    owner: account.login,
    name: repository.name,
    url: `${deps.serverUrl}/${account.login}/${repository.name}`,
    private: repository.private,
    accountId: account.id,
    installationId,
    isDeleted: false,
    defaultBranch: before?.defaultBranch ?? null,
    config: before?.config ?? null,
    filesSha: before?.filesSha ?? null,
  }
}

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
