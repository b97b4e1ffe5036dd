import type { Project } from '../projects/project.ts'

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
