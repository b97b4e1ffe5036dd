import { randomBytes } from 'node:crypto'
import type { Installation, Level, Permissions, Repository, TokenCredential } from '../model.ts'
import type { GithubState } from '../state.ts'
import { accountNamed } from './accounts.ts'

const HOUR_MS = 3_600_000

/**
 * github.com answers `ghs_<app id>_<JWT>` of some 520 characters since 2026, Enterprise Server still the short form;
 * code that assumes either length or alphabet breaks on the other.
 */
const serverToken = (hub: GithubState, appId: number): string => {
  if (hub.dialect === 'enterprise') return `ghs_${randomBytes(18).toString('hex')}`
  const part = (bytes: number) => randomBytes(bytes).toString('hex')
  return `ghs_${appId}_${part(20)}.${part(85)}.${part(128)}`
}

export const mintInstallationToken = (
  hub: GithubState,
  installation: Installation,
  scope: { permissions: Permissions; repositoryIds: ReadonlySet<number> | null },
): TokenCredential & { kind: 'installation' } => {
  const token = serverToken(hub, installation.app.id)
  const expiresAt = new Date(hub.now().getTime() + HOUR_MS)
  const credential = { kind: 'installation', token, installation, ...scope, expiresAt } as const
  hub.tokens.set(token, credential)
  return credential
}

/** The job's own GITHUB_TOKEN. */
export const mintActionsToken = (
  hub: GithubState,
  repository: Repository,
  permissions: Permissions,
): string => {
  const token = serverToken(hub, 15_368)
  hub.tokens.set(token, {
    kind: 'actions',
    token,
    repository,
    permissions: { metadata: 'read', ...permissions },
  })
  return token
}

/** A person's token: everything they see, to read or to write. */
export const createUserToken = (hub: GithubState, o: { login: string; permission: Level }): string => {
  const token = `ghp_${randomBytes(18).toString('hex')}`
  hub.tokens.set(token, { kind: 'user', token, account: accountNamed(hub, o.login), level: o.permission })
  return token
}
