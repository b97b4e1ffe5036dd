import type { Logger } from 'pino'
import { serverBecauseOf } from '../audit/actor.ts'
import type { CollaboratorPermission } from '../github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { type KeyRecord, keyStatus, loadKey } from '../keys/key-record.ts'
import { type RevokeKeyDeps, revokeKey } from '../keys/revoke-key.ts'
import { listProjects } from '../projects/list-projects.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'

interface CheckKeyCreatorDeps extends RevokeKeyDeps, CreatorRightsDeps {
  readonly log: Logger
}

/** With the half minute for which an answer is reused, less than the five minutes within which the server revokes the key. */
const AGAIN_MS = 4 * 60_000
const RETRY_MS = 60_000

/** Returns when to check the key again (epoch ms); `null`: never. */
type CheckKeyCreator = (key: { readonly accountId: number; readonly id: string }) => Promise<number | null>

/**
 * Revokes a key that was made in the dashboard, if its creator no longer has the right to make it. The creator may have
 * signed out, so GitHub is asked with the App's token: it only ever takes a key away. While GitHub does not answer, the
 * key stays as it is.
 */
export function createKeyCreatorCheck(deps: CheckKeyCreatorDeps): CheckKeyCreator {
  const rights = readCreatorRights(deps)
  return async ({ accountId, id }) => {
    const key = await loadKey(deps.store, { accountId, id })
    if (key === null || key.creator === null || isOver(key, deps.now())) return null
    try {
      const right = await rightTo(deps, rights, key, key.creator.id)
      if (right === 'unknown')
        deps.log.debug(
          { keyId: id },
          'nobody can say whether the creator of an API key keeps the right to it',
        )
      if (right !== 'lost') return nextCheck(accountId, deps.now())
    } catch (error) {
      if (!(error instanceof GithubUnavailable || error instanceof GithubRefused)) throw error
      deps.log.warn({ err: error, keyId: id }, 'the rights of the creator of an API key could not be checked')
      const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
      return Math.max(retryAt, deps.now() + RETRY_MS)
    }
    const { login } = key.creator
    await revokeKey(deps, key, serverBecauseOf(`${login} lost the right to this key`))
    deps.log.info({ keyId: id, login }, 'an API key was revoked, because its creator lost the right to it')
    return null
  }
}

/** The same for all keys of an account, and spread over accounts. */
function nextCheck(accountId: number, now: number): number {
  const offset = (accountId * 7_919) % AGAIN_MS
  return (Math.floor((now - offset) / AGAIN_MS) + 1) * AGAIN_MS + offset
}

const isOver = (key: KeyRecord, at: number): boolean => ['expired', 'revoked'].includes(keyStatus(key, at))

/** `unknown`: nobody can say, since the App sees no repository of the key. That confirms no right, and ends no key. */
type Right = 'held' | 'lost' | 'unknown'

/** The right that creating it takes: to own the account, or the admin role in each of its projects. */
async function rightTo(
  { store }: CheckKeyCreatorDeps,
  rights: CreatorRights,
  { accountId, projectIds }: KeyRecord,
  creatorId: number,
): Promise<Right> {
  if (creatorId === accountId) return 'held'
  const anyProject = await anyInstalled(store, accountId)
  if (anyProject === null) return 'unknown'
  // A login can pass to another person.
  const login = await rights.loginOf(anyProject, creatorId)
  if (login === null) return 'lost'
  if (await rights.ownsAccount(anyProject, login)) return 'held'
  if (projectIds === null || projectIds.length === 0) return 'lost'
  let right: Right = 'unknown'
  for (const projectId of projectIds) {
    const project = await loadProject(store, projectId)
    const repository = project?.accountId === accountId ? repositoryRef(project) : null
    if (repository === null) continue
    const found = await rights.permissionOf(repository, login)
    if (found === 'gone') continue
    if (found?.userId !== creatorId || found.permission !== 'admin') return 'lost'
    right = 'held'
  }
  return right
}

/** A page of projects may be empty, after many that are no longer installed, and not be the last one. */
async function anyInstalled(store: CheckKeyCreatorDeps['store'], accountId: number): Promise<Project | null> {
  for (let cursor: string | null = null; ; ) {
    const page = await listProjects(store, accountId, () => true, { cursor, limit: 1 })
    const [project] = page.projects
    if (project !== undefined) return project
    cursor = page.nextCursor
    if (cursor === null) return null
  }
}

interface CreatorRightsDeps {
  readonly github: Pick<Github, 'loginOf' | 'permissionOf' | 'isOrganizationOwner' | 'readRepository'>
  readonly now: () => number
}

/** What GitHub says about the creators of keys. */
interface CreatorRights {
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
function readCreatorRights({ github, now }: CreatorRightsDeps): CreatorRights {
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
