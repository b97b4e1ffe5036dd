import type { Logger } from 'pino'
import { serverBecauseOf } from '../audit/actor.ts'
import { type Github, GithubRefused, GithubUnavailable } from '../github/github.ts'
import { type KeyRecord, keyStatus } from '../keys/key-record.ts'
import { listKeys } from '../keys/list-keys.ts'
import { type RevokeKeyDeps, revokeKey } from '../keys/revoke-key.ts'
import { listProjects } from '../projects/list-projects.ts'
import { loadProject } from '../projects/load-project.ts'
import { repositoryRef } from '../projects/project.ts'

export interface CheckKeyCreatorDeps extends RevokeKeyDeps {
  readonly github: Pick<Github, 'permissionOf' | 'isOrganizationOwner'>
  readonly log: Logger
}

/** Less than the five minutes within which a key ends. */
const AGAIN_MS = 4 * 60_000
const RETRY_MS = 60_000

/**
 * Revokes a key that was made in the dashboard, if its creator no longer has the right to make it. Returns when to check
 * it again (epoch ms); `null`: never. The creator may have signed out, so GitHub is asked with the App's token: it only
 * ever takes a key away. While GitHub does not answer, the key stays as it is.
 */
export async function checkKeyCreator(
  deps: CheckKeyCreatorDeps,
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<number | null> {
  const key = (await listKeys(deps, accountId)).find((one) => one.id === id)
  if (key === undefined || key.creator === null || isOver(key, deps.now())) return null
  try {
    if (await mayHave(deps, key, key.creator)) return deps.now() + AGAIN_MS
  } catch (error) {
    if (!(error instanceof GithubUnavailable || error instanceof GithubRefused)) throw error
    deps.log.warn(
      { err: error, keyId: id },
      'GitHub did not tell whether the creator of an API key may have it',
    )
    const retryAt = error instanceof GithubUnavailable ? error.retryAt : 0
    return Math.max(retryAt, deps.now() + RETRY_MS)
  }
  const { login } = key.creator
  await revokeKey(deps, key, serverBecauseOf(`${login} lost the right to this key`))
  deps.log.info({ keyId: id, login }, 'an API key was revoked, because its creator lost the right to it')
  return null
}

const isOver = (key: KeyRecord, at: number): boolean => ['expired', 'revoked'].includes(keyStatus(key, at))

/** The right that creating it takes: to own the account, or the admin role in each of its projects. */
async function mayHave(
  deps: CheckKeyCreatorDeps,
  { accountId, projectIds }: KeyRecord,
  creator: { readonly id: number; readonly login: string },
): Promise<boolean> {
  if (creator.id === accountId) return true
  if (await ownsAccount(deps, accountId, creator.login)) return true
  if (projectIds === null) return false
  for (const projectId of projectIds) {
    const project = await loadProject(deps.store, projectId)
    const repository = project?.accountId === accountId ? repositoryRef(project) : null
    // The key covers nothing there.
    if (repository === null) continue
    const found = await deps.github.permissionOf(repository, creator.login)
    if (found?.userId !== creator.id || found.permission !== 'admin') return false
  }
  return true
}

async function ownsAccount(
  { store, github }: CheckKeyCreatorDeps,
  accountId: number,
  login: string,
): Promise<boolean> {
  const { projects } = await listProjects(store, accountId, () => true, { cursor: null, limit: 1 })
  const [project] = projects
  if (project?.installationId == null) return false
  return github.isOrganizationOwner({ installationId: project.installationId, owner: project.owner }, login)
}
