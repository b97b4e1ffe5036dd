import type { Logger } from 'pino'
import type { Github } from '../github/github.ts'
import type { Account, Installation, InstalledRepository } from '../github/repository.ts'
import { recordAccount } from '../records/account.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { readPermissions } from './installation-permissions.ts'
import { parseProject } from './load-project.ts'
import { type Project, projectIdOf } from './project.ts'

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
