import type { Logger } from 'pino'
import { serverBecauseOf } from '../audit/actor.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { type KeyRecord, keyStatus, loadKey } from '../keys/key-record.ts'
import { type RevokeKeyDeps, revokeKey } from '../keys/revoke-key.ts'
import { listProjects } from '../projects/list-projects.ts'
import { loadProject, repositoryRef } from '../projects/project.ts'
import { type CreatorRights, type CreatorRightsDeps, readCreatorRights } from './creator-rights.ts'

export interface CheckKeyCreatorDeps extends RevokeKeyDeps, CreatorRightsDeps {
  readonly log: Logger
}

/** With the half minute for which an answer is reused, less than the five minutes within which the server revokes the key. */
const AGAIN_MS = 4 * 60_000
const RETRY_MS = 60_000

/** Returns when to check the key again (epoch ms); `null`: never. */
export type CheckKeyCreator = (key: {
  readonly accountId: number
  readonly id: string
}) => Promise<number | null>

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
      if (await mayHave(deps, rights, key, key.creator.id)) return nextCheck(accountId, deps.now())
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

/** The right that creating it takes: to own the account, or the admin role in each of its projects. */
async function mayHave(
  { store }: CheckKeyCreatorDeps,
  rights: CreatorRights,
  { accountId, projectIds }: KeyRecord,
  creatorId: number,
): Promise<boolean> {
  if (creatorId === accountId) return true
  const installed = await listProjects(store, accountId, () => true, { cursor: null, limit: 1 })
  const [anyProject] = installed.projects
  // Without the App, the key covers nothing, and nobody can say who owns the account.
  if (anyProject === undefined) return true
  // A login can pass to another person.
  const login = await rights.loginOf(anyProject, creatorId)
  if (login === null) return false
  if (await rights.ownsAccount(anyProject, login)) return true
  if (projectIds === null || projectIds.length === 0) return false
  for (const projectId of projectIds) {
    const project = await loadProject(store, projectId)
    const repository = project?.accountId === accountId ? repositoryRef(project) : null
    // The key covers nothing there.
    if (repository === null) continue
    const found = await rights.permissionOf(repository, login)
    if (found === 'gone') continue
    if (found?.userId !== creatorId || found.permission !== 'admin') return false
  }
  return true
}
