import type { Github } from '../github/github.ts'
import type { GithubPeople, PersonInstallation } from '../github/people.ts'
import type { Project } from '../projects/project.ts'
import type { Store, TimedStore } from '../store/store.ts'
import { LIFETIME_MS } from './sessions.ts'

const rightsKeys = {
  /** When GitHub last reported that rights in an account have changed. */
  change: (accountId: number) => `rights-change/${accountId}`,
}

/** What a person may do in a project, in rising order: see it, ask for work, manage its API keys. */
export type Right = 'read' | 'write' | 'admin'

/** An account on which the App is installed, as one person sees it. */
export interface AccountAccess {
  readonly id: number
  readonly login: string
  readonly type: 'Organization' | 'User'
  readonly installationId: number
  /** Owner of the organisation, or the person of a personal account: manages the keys of the account. */
  readonly isOwner: boolean
}

/** An organisation of which GitHub shows nothing until the person has signed in to it. */
export interface SingleSignOn {
  readonly organizationId: number
  /** Where the person signs in; `null`: GitHub did not tell. */
  readonly url: string | null
}

/** An account whose owner has suspended the App: its projects are out of reach, and it need not be installed again. */
export interface SuspendedAccount {
  readonly id: number
  readonly login: string
  /** The page of the installation on GitHub. */
  readonly url: string
}

/** A repository to which a person has access. */
export interface RepositoryAccess {
  readonly accountId: number
  /** Without its owner, as GitHub listed it. */
  readonly name: string
  readonly right: Right
}

/** What GitHub grants a person explicitly. The access that everybody has to a public repository does not count. */
export interface Access {
  /** When GitHub was asked, epoch milliseconds. */
  readonly checkedAt: number
  /** Ordered by login. */
  readonly accounts: readonly AccountAccess[]
  /** By GitHub's repository id. */
  readonly repositories: ReadonlyMap<number, RepositoryAccess>
  readonly singleSignOn: readonly SingleSignOn[]
  readonly suspended: readonly SuspendedAccount[]
}

const RANK: Readonly<Record<Right, number>> = { read: 1, write: 2, admin: 3 }

export const includesRight = (has: Right, wanted: Right): boolean => RANK[has] >= RANK[wanted]

/**
 * The person's right in a project; `null`: they do not see it. The stored installation counts as well, so that an
 * uninstalled App ends access immediately.
 */
export function rightIn(
  access: Access,
  project: Pick<Project, 'accountId' | 'installationId' | 'repositoryId'>,
): Right | null {
  const isInstalled = access.accounts.some(
    ({ id, installationId }) => id === project.accountId && installationId === project.installationId,
  )
  return isInstalled ? (access.repositories.get(project.repositoryId)?.right ?? null) : null
}

/** How long GitHub's answer about rights is used. */
const FRESH_MS = 5 * 60_000
/** The same for persons without an account: they install the App, or ask for it, and reload the page. */
const NOTHING_FRESH_MS = 5_000
/** Maximum number of repositories whose rights are in memory, for all persons. The least recently used are dropped. */
const MOST_REPOSITORIES = 200_000

interface Asked {
  readonly at: number
  readonly access: Promise<Access>
  /** 0 until GitHub has answered. */
  size: number
}

/** The rights of each person, as GitHub last reported them for the token of that person. */
interface AccessCache {
  /** `isFresh`: GitHub is asked now. */
  of(personId: number, token: () => Promise<string>, isFresh?: boolean): Promise<Access>
  forget(personId: number): void
}

export function createAccessCache({
  people,
  store,
  now,
}: {
  readonly people: GithubPeople
  readonly store: Pick<Store, 'getMany'>
  readonly now: () => number
}): AccessCache {
  const entries = new Map<number, Asked>()

  function ask(personId: number, token: () => Promise<string>): Promise<Access> {
    const access = token().then((text) => askGithub(people, now, text))
    const entry: Asked = { at: now(), access, size: 0 }
    entries.delete(personId)
    entries.set(personId, entry)
    access.then(
      ({ repositories, accounts }) => {
        entry.size = repositories.size + accounts.length
        dropOldest(entries)
      },
      () => entries.get(personId) === entry && entries.delete(personId),
    )
    return access
  }

  return {
    async of(personId, token, isFresh = false) {
      const entry = entries.get(personId)
      if (entry === undefined || isFresh || now() - entry.at >= FRESH_MS) return ask(personId, token)
      const access = await entry.access
      const isNothing = access.accounts.length === 0 && now() - entry.at >= NOTHING_FRESH_MS
      if (isNothing || (await isOutdated(store, entry.at, personId, access))) return ask(personId, token)
      entries.delete(personId)
      entries.set(personId, entry)
      return access
    },
    forget: (personId) => void entries.delete(personId),
  }
}

function dropOldest(entries: Map<number, Asked>): void {
  let total = 0
  for (const { size } of entries.values()) total += size
  for (const [personId, { size }] of entries) {
    if (total <= MOST_REPOSITORIES || entries.size === 1) return
    entries.delete(personId)
    total -= size
  }
}

/** Whether GitHub has told of a change since, see noteRightsChange. */
async function isOutdated(
  store: Pick<Store, 'getMany'>,
  at: number,
  personId: number,
  { accounts, suspended }: Access,
): Promise<boolean> {
  // What a person does with an installation is noted for the person, too, who may not have seen its account yet.
  const ids = [personId, ...[...accounts, ...suspended].map(({ id }) => id)]
  const changes = await store.getMany(ids.map((id) => rightsKeys.change(id)))
  return changes.some((changedAt) => changedAt !== undefined && Number(changedAt) >= at)
}

async function askGithub(people: GithubPeople, now: () => number, token: string): Promise<Access> {
  const checkedAt = now()
  const { installations, hiddenOrganizationIds } = await people.listInstallations(token)
  const parts = await Promise.all(
    installations
      .filter(({ isSuspended }) => !isSuspended)
      .map((installation) => askInstallation(people, token, installation)),
  )
  const hidden = hiddenOrganizationIds.map((organizationId): SingleSignOn => ({ organizationId, url: null }))
  return {
    checkedAt,
    accounts: parts
      .flatMap(({ account }) => account ?? [])
      .toSorted((one, other) => one.login.localeCompare(other.login)),
    repositories: new Map(parts.flatMap(({ repositories }) => repositories)),
    singleSignOn: [...hidden, ...parts.flatMap(({ singleSignOn }) => singleSignOn)],
    suspended: installations
      .filter(({ isSuspended }) => isSuspended)
      .map(({ account, url }) => ({ id: account.id, login: account.login, url })),
  }
}

interface InstallationPart {
  readonly account: AccountAccess | null
  readonly repositories: readonly (readonly [number, RepositoryAccess])[]
  readonly singleSignOn: readonly SingleSignOn[]
}

async function askInstallation(
  people: GithubPeople,
  token: string,
  { id, account }: PersonInstallation,
): Promise<InstallationPart> {
  // GitHub lists the installation on a personal account to other people who collaborate in a repository, too.
  const [listed, isOwner] = await Promise.all([
    people.listRepositories(token, id),
    account.type === 'Organization'
      ? people.isOwner(token, account.login)
      : people.readPerson(token).then((person) => person.id === account.id),
  ])
  if (listed.kind === 'single-sign-on')
    return {
      account: null,
      repositories: [],
      singleSignOn: [{ organizationId: account.id, url: listed.url }],
    }
  return {
    account: { id: account.id, login: account.login, type: account.type, installationId: id, isOwner },
    repositories: listed.repositories.map(
      ({ id: repository, name, right }) => [repository, { accountId: account.id, name, right }] as const,
    ),
    singleSignOn: [],
  }
}

/** GitHub has reported that rights in an account have changed: all servers ask again. */
export const noteRightsChange = async ({ store, now }: TimedStore, accountId: number): Promise<void> => {
  const at = now()
  await store.commit({
    set: [{ key: rightsKeys.change(accountId), value: String(at), expiresAt: at + LIFETIME_MS }],
  })
}

/** Where people install the App on another account; `null` while GitHub does not return its name. */
export const installUrl =
  (github: Pick<Github, 'identity'>, serverUrl: string) => async (): Promise<string | null> => {
    try {
      const { slug } = await github.identity()
      // https://docs.github.com/en/enterprise-server/apps/sharing-github-apps/sharing-your-github-app
      const apps = serverUrl === 'https://github.com' ? 'apps' : 'github-apps'
      return `${serverUrl}/${apps}/${slug}/installations/new`
    } catch {
      return null
    }
  }
