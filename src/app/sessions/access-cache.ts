import type { GithubPeople, PersonInstallation } from '../github/people.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import type { Access, AccountAccess, RepositoryAccess, SingleSignOn } from './access.ts'
import { LIFETIME_MS } from './sessions.ts'

/** How long GitHub's answer about rights is used. */
const FRESH_MS = 5 * 60_000
/** The same for persons without an account: they install the App, or ask for it, and reload the page. */
const NOTHING_FRESH_MS = 5_000
/** Maximum number of repositories whose rights are in memory, for all persons. The least recently used are dropped. */
const MOST_REPOSITORIES = 200_000

interface AccessDeps {
  readonly people: GithubPeople
  readonly store: Pick<Store, 'getMany'>
  readonly now: () => number
}

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

export function createAccessCache(deps: AccessDeps): AccessCache {
  const asked = new Map<number, Asked>()

  function ask(personId: number, token: () => Promise<string>): Promise<Access> {
    const access = token().then((text) => askGithub(deps, text))
    const entry: Asked = { at: deps.now(), access, size: 0 }
    asked.delete(personId)
    asked.set(personId, entry)
    access.then(
      ({ repositories, accounts }) => {
        entry.size = repositories.size + accounts.length
        dropOldest(asked)
      },
      () => asked.get(personId) === entry && asked.delete(personId),
    )
    return access
  }

  return {
    async of(personId, token, isFresh = false) {
      const entry = asked.get(personId)
      if (entry === undefined || isFresh || deps.now() - entry.at >= FRESH_MS) return ask(personId, token)
      const access = await entry.access
      const isNothing = access.accounts.length === 0 && deps.now() - entry.at >= NOTHING_FRESH_MS
      if (isNothing || (await isOutdated(deps, entry.at, personId, access))) return ask(personId, token)
      asked.delete(personId)
      asked.set(personId, entry)
      return access
    },
    forget: (personId) => void asked.delete(personId),
  }
}

function dropOldest(asked: Map<number, Asked>): void {
  let total = 0
  for (const { size } of asked.values()) total += size
  for (const [personId, { size }] of asked) {
    if (total <= MOST_REPOSITORIES || asked.size === 1) return
    asked.delete(personId)
    total -= size
  }
}

/** Whether GitHub has told of a change since, see noteRightsChange. */
async function isOutdated(
  { store }: AccessDeps,
  at: number,
  personId: number,
  { accounts, suspended }: Access,
): Promise<boolean> {
  // What a person does with an installation is noted for the person, too, who may not have seen its account yet.
  const ids = [personId, ...[...accounts, ...suspended].map(({ id }) => id)]
  const changes = await store.getMany(ids.map((id) => keySpace.rightsChange(id)))
  return changes.some((changedAt) => changedAt !== undefined && Number(changedAt) >= at)
}

async function askGithub({ people, now }: AccessDeps, token: string): Promise<Access> {
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
  // GitHub lists the installation on a personal account to other persons who collaborate in a repository, too.
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
export const noteRightsChange = async (
  { store, now }: { readonly store: Store; readonly now: () => number },
  accountId: number,
): Promise<void> => {
  const at = now()
  await store.commit({
    set: [{ key: keySpace.rightsChange(accountId), value: String(at), expiresAt: at + LIFETIME_MS }],
  })
}
