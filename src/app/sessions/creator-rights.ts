import type { CollaboratorPermission } from '../github/conversation.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { type Project, repositoryRef } from '../projects/project.ts'

export interface CreatorRightsDeps {
  readonly github: Pick<Github, 'loginOf' | 'permissionOf' | 'isOrganizationOwner' | 'readRepository'>
  readonly now: () => number
}

/** What GitHub says about the creators of keys. */
export interface CreatorRights {
  /** `project`: any of the account. */
  ownsAccount(project: Project, login: string): Promise<boolean>
  /** `gone`: GitHub has no such repository. */
  permissionOf(repository: RepositoryRef, login: string): Promise<CollaboratorPermission | null | 'gone'>
  /** `project`: any of the account. `null`: the person has deleted their account. */
  loginOf(project: Project, personId: number): Promise<string | null>
}

/** All keys of an account are checked at the same time, so one answer serves all keys of a creator. */
const BELIEVED_MS = 30_000

/** Asks GitHub once in half a minute about the same person in the same place. */
export function readCreatorRights({ github, now }: CreatorRightsDeps): CreatorRights {
  const share = <T>(): ((name: string, ask: () => Promise<T>) => Promise<T>) => {
    let since = 0
    let answers = new Map<string, T>()
    return async (name, ask) => {
      if (Math.abs(now() - since) >= BELIEVED_MS) {
        answers = new Map()
        since = now()
      }
      const kept = answers
      const known = kept.get(name)
      if (known !== undefined) return known
      const answer = await ask()
      kept.set(name, answer)
      return answer
    }
  }
  const owners = share<boolean>()
  const permissions = share<CollaboratorPermission | null | 'gone'>()
  const logins = share<string | null>()
  return {
    ownsAccount: (project, login) =>
      owners(`${project.accountId}/${login}`, () => ownsAccount(github, project, login)),
    permissionOf: (repository, login) =>
      permissions(`${repository.id}/${login}`, () => permissionOf(github, repository, login)),
    loginOf: ({ installationId }, personId) =>
      logins(String(personId), async () =>
        installationId === null ? null : github.loginOf({ installationId }, personId),
      ),
  }
}

async function permissionOf(
  github: CreatorRightsDeps['github'],
  repository: RepositoryRef,
  login: string,
): Promise<CollaboratorPermission | null | 'gone'> {
  const found = await github.permissionOf(repository, login)
  if (found !== null) return found
  try {
    await github.readRepository(repository)
    return null
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'repository-gone') return 'gone'
    throw error
  }
}

async function ownsAccount(
  github: CreatorRightsDeps['github'],
  project: Project,
  login: string,
): Promise<boolean> {
  const repository = repositoryRef(project)
  if (repository === null) return false
  if (await github.isOrganizationOwner(repository, login)) return true
  // GitHub knows a renamed organisation by its new name only, and the project may have the old one.
  const { owner } = await github.readRepository(repository)
  if (owner.id !== project.accountId || owner.login === repository.owner) return false
  return github.isOrganizationOwner({ ...repository, owner: owner.login }, login)
}
