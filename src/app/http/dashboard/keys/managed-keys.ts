import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { type Access, type AccountAccess, includesRight, rightIn } from '../../../sessions/access.ts'

/** Whose keys a person manages in an account: all of them as an owner, else those of projects that they administer. */
export interface KeyManager {
  readonly account: AccountAccess
  /** Those in which the person has the admin role. */
  readonly projects: readonly Project[]
}

export const managerIn = (
  account: AccountAccess,
  access: Access,
  visible: readonly Project[],
): KeyManager => ({
  account,
  projects: visible.filter((project) => includesRight(rightIn(access, project) ?? 'read', 'admin')),
})

/** Whether the person may make a key for these projects; `null`: for all of the account. */
export function mayManage({ account, projects }: KeyManager, projectIds: readonly string[] | null): boolean {
  if (account.isOwner) return true
  if (projectIds === null) return false
  return projectIds.length > 0 && projectIds.every((id) => projects.some((project) => project.id === id))
}

export const managesAny = ({ account, projects }: KeyManager): boolean =>
  account.isOwner || projects.length > 0

export const managedKeys = (manager: KeyManager, keys: readonly KeyRecord[]): KeyRecord[] =>
  keys.filter(({ projectIds }) => mayManage(manager, projectIds))
