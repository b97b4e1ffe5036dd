import type { Logger } from 'pino'
import type { Account, Github, Installation, InstalledRepository } from '../github/github.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { parseProject } from './load-project.ts'
import { type Project, projectIdOf } from './project.ts'
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

/** What an event or a listing says of a repository; the rest is read when it is needed. */
export type SeenRepository = Pick<InstalledRepository, 'id' | 'name' | 'private'>

/** Mends what events missed: every installation's repositories become projects, and what is gone is marked so. */
export async function syncInstallations(deps: ProjectDeps): Promise<void> {
  for (const installation of await deps.github.listInstallations()) {
    if (installation.suspended || !deps.isAllowed(installation.account)) continue
    const repositories = await deps.github.listRepositories(installation.id)
    await addProjects(deps, installation, repositories)
    await removeOthers(deps, installation, new Set(repositories.map(({ id }) => projectIdOf(id))))
  }
}

/** The app was installed on these repositories. */
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
  const known = {
    key: keySpace.account(account.login),
    value: JSON.stringify({ id: account.id, login: account.login }),
  }
  await deps.store.commit({ set: [known] })
  for (const repository of repositories) await addProject(deps, installation, repository)
  deps.onDue()
}

async function addProject(
  deps: ProjectDeps,
  installation: Pick<Installation, 'id' | 'account'>,
  repository: SeenRepository,
): Promise<void> {
  const { account } = installation
  const id = projectIdOf(repository.id)
  const key = keySpace.project(id)
  const raw = await deps.store.get(key)
  const before = raw === undefined ? null : parseProject(raw)
  const project: Project = {
    v: 1,
    id,
    repositoryId: repository.id,
    owner: account.login,
    name: repository.name,
    url: `${deps.serverUrl}/${account.login}/${repository.name}`,
    private: repository.private,
    accountId: account.id,
    installationId: installation.id,
    defaultBranch: before?.defaultBranch ?? null,
    config: before?.config ?? null,
    filesSha: before?.filesSha ?? null,
  }
  const moved = before !== null && before.accountId !== account.id
  await deps.store.commit({
    checks: [{ key, value: raw ?? null }],
    set: [
      { key, value: JSON.stringify(project) },
      { key: keySpace.projectOf(account.id, id), value: id },
      // Its config is wanted before the first job pins a model.
      ...(before?.config ? [] : [{ key: keySpace.dueProject(id, deps.now()), value: '' }]),
    ],
    del: moved ? [keySpace.projectOf(before.accountId, id)] : [],
  })
}

/** The app was taken off these repositories. Their jobs stay readable for the account that made them. */
export async function removeProjects(
  deps: Pick<ProjectDeps, 'store'>,
  installationId: number,
  repositoryIds: readonly number[],
): Promise<void> {
  for (const repositoryId of repositoryIds) {
    await changeProject(deps.store, projectIdOf(repositoryId), (project) =>
      // A late event of an old installation must not undo a newer one.
      project.installationId === installationId ? { ...project, installationId: null } : project,
    )
  }
}

/** The whole installation is gone. */
export async function removeInstallation(
  deps: Pick<ProjectDeps, 'store'>,
  installation: Pick<Installation, 'id' | 'account'>,
): Promise<void> {
  await removeOthers(deps, installation, new Set())
}

async function removeOthers(
  deps: Pick<ProjectDeps, 'store'>,
  installation: Pick<Installation, 'id' | 'account'>,
  keep: ReadonlySet<string>,
): Promise<void> {
  for (const id of await projectIdsOf(deps.store, installation.account.id)) {
    if (keep.has(id)) continue
    await changeProject(deps.store, id, (project) =>
      project.installationId === installation.id ? { ...project, installationId: null } : project,
    )
  }
}

const PAGE = 500

async function projectIdsOf(store: Store, accountId: number): Promise<string[]> {
  const prefix = keySpace.projectsOf(accountId)
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list({ prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    ids.push(...page.map((entry) => entry.value))
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return ids
  }
}
