import type { KeyRecord } from '../../../keys/key-record.ts'
import { permitsAll } from '../../../keys/permits-all.ts'
import { type Access, type AccountAccess, includesRight } from '../../../sessions/access.ts'
import { hasRightAnywhere, rightInProject } from '../frame/find-projects.ts'

/** Whose keys a person manages in an account: all of them as an owner, else those of projects that they administer. */
export interface KeyManager {
  readonly account: AccountAccess
  readonly access: Access
}

const administers = ({ account, access }: KeyManager, projectId: string): boolean =>
  includesRight(rightInProject(access, account.id, projectId) ?? 'read', 'admin')

/** Whether the person may make a key for these projects; `null`: for all of the account. */
export function mayManage(manager: KeyManager, projectIds: readonly string[] | null): boolean {
  if (manager.account.isOwner) return true
  return projectIds !== null && permitsAll(projectIds, (id) => administers(manager, id))
}

export const managesAny = ({ account, access }: KeyManager): boolean =>
  account.isOwner || hasRightAnywhere(access, account.id, 'admin')

export const managedKeys = (manager: KeyManager, keys: readonly KeyRecord[]): KeyRecord[] =>
  keys.filter(({ projectIds }) => mayManage(manager, projectIds))
