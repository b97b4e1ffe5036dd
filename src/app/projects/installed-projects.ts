import { z } from 'zod'
import { GithubRefused } from '../github/errors.ts'
import type { Installation, InstalledRepository } from '../github/repository.ts'
import { time } from '../store/keys.ts'
import { commitWithRetry, type Store } from '../store/store.ts'
import { recordAccount } from './account.ts'
import { projectIdsOf } from './list-projects.ts'
import {
  loadProject,
  type Project,
  type ProjectWork,
  parseProject,
  projectIdOf,
  projectKeys,
} from './project.ts'
import { changeProject, refreshKeys } from './refresh-project.ts'

export const onboardingKeys = {
  /** Projects that may need the workflow file. */
  project: (project: string, at: number) => `onboarding/${time(at)}/project/${project}`,
  queue: () => 'onboarding/' as const,
}

const permissionKeys = {
  granted: (installationId: number) => `permissions/${installationId}`,
}

/** An owner who has chosen more repositories has not thought of each: the operator onboards them in waves. */
export const MOST_ONBOARDED = 10
/** Time for the owner who installs the App to add the workflow file without being asked. */
const ONBOARD_AFTER_MS = 60_000

/** The fields that webhooks and lists contain. The others are read when they are needed. */
export type SeenRepository = Pick<InstalledRepository, 'id' | 'name' | 'private'>

/** Adds the repositories on which the App was installed as projects. */
export async function addProjects(
  deps: ProjectWork,
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
  deps: ProjectWork,
  installation: Pick<Installation, 'id' | 'account'>,
  repository: SeenRepository,
  mayOnboard: boolean,
): Promise<void> {
  const key = projectKeys.record(projectIdOf(repository.id))
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
        { key: projectKeys.ofAccount(project.accountId, project.id), value: project.id },
        // The first job needs the settings, because it pins a model.
        ...(before?.config ? [] : [{ key: refreshKeys.project(project.id, deps.now()), value: '' }]),
        ...(isNew && mayOnboard
          ? [{ key: onboardingKeys.project(project.id, deps.now() + ONBOARD_AFTER_MS), value: '' }]
          : []),
      ],
      del: moved ? [projectKeys.ofAccount(before.accountId, project.id)] : [],
    }
    return { commit, result: undefined }
  })
}

function installed(
  deps: ProjectWork,
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

/**
 * Records what the owner of an installation has granted. With the permission for workflow files, the repositories of a small
 * installation are onboarded as if they were new.
 */
export async function grantPermissions(
  deps: Pick<ProjectWork, 'store' | 'now' | 'onDue'>,
  { id, account }: Pick<Installation, 'id' | 'account'>,
  permissions: Permissions,
): Promise<void> {
  const before = await readPermissions(deps.store, id)
  await recordPermissions(deps.store, id, () => permissions)
  if (permissions.workflows !== 'write' || before.workflows === 'write') return
  const projects = await installedProjects(deps.store, account.id, id)
  if (projects.length > MOST_ONBOARDED) return
  const set = projects.map((project) => ({ key: onboardingKeys.project(project, deps.now()), value: '' }))
  await deps.store.commit({ set })
  deps.onDue()
}

async function installedProjects(store: Store, accountId: number, installationId: number): Promise<string[]> {
  const ids = await projectIdsOf(store, accountId)
  const projects = await Promise.all(ids.map((id) => loadProject(store, id)))
  return projects.flatMap((project) => (project?.installationId === installationId ? [project.id] : []))
}

type MovedRepository =
  /** GitHub reported the deletion. */
  | { readonly kind: 'deleted' }
  /** No installation of the App covers the repository, as far as GitHub shows. */
  | { readonly kind: 'lost' }
  /** The repository is where the project expects it. */
  | { readonly kind: 'here' }
  /** The account is the same, with another installation. The project has been updated. */
  | { readonly kind: 'installed-anew' }
  /** It belongs to another account on which the App is also installed. The project has been updated. */
  | { readonly kind: 'moved' }
  /** It belongs to an account that this server does not serve. `to`: `owner/name`. */
  | { readonly kind: 'out-of-reach'; readonly to: string }

/**
 * Looks for a repository that its installation no longer covers. GitHub knows the repository by
 * its id, and tells the App itself also about other accounts, so this also finds a transfer whose webhook was lost.
 */
export async function findMovedRepository(deps: ProjectWork, project: Project): Promise<MovedRepository> {
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
  { github }: ProjectWork,
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

/** What the owner of an installation has granted, by name of the permission. */
export type Permissions = Readonly<Record<string, string>>

const PermissionsRecord = z.looseObject({ granted: z.record(z.string(), z.string()) })

/** Empty until a sync or a webhook has reported them. */
export async function readPermissions(store: Store, installationId: number): Promise<Permissions> {
  const raw = await store.get(permissionKeys.granted(installationId))
  return raw === undefined ? {} : PermissionsRecord.parse(JSON.parse(raw)).granted
}

/** Owners grant new permissions later than the App requests them, and not all of them do. */
export const recordPermissions = (
  store: Store,
  installationId: number,
  change: (granted: Permissions) => Permissions,
): Promise<void> =>
  commitWithRetry(store, `permissions of installation ${installationId}`, async () => {
    const key = permissionKeys.granted(installationId)
    const raw = await store.get(key)
    const before = raw === undefined ? { granted: {} } : PermissionsRecord.parse(JSON.parse(raw))
    const value = JSON.stringify({ ...before, granted: change(before.granted) })
    if (value === raw) return { result: undefined }
    return { commit: { checks: [{ key, value: raw ?? null }], set: [{ key, value }] }, result: undefined }
  })
