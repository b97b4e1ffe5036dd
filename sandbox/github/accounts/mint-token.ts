import { randomBytes } from 'node:crypto'
import type { Installation, Level, Permissions } from '../state/account.ts'
import type { TokenCredential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { accountNamed, appById } from './accounts.ts'

const HOUR_MS = 3_600_000

/**
 * Since 2026, github.com issues `ghs_<app id>_<JWT>` of about 520 characters. Enterprise Server still issues the short
 * form. Code that assumes the length or alphabet of one breaks on the other.
 */
const serverToken = (state: GithubState, appId: number): string => {
  if (state.dialect === 'enterprise') return `ghs_${randomBytes(18).toString('hex')}`
  const part = (bytes: number) => randomBytes(bytes).toString('hex')
  return `ghs_${appId}_${part(20)}.${part(85)}.${part(128)}`
}

export const mintInstallationToken = (
  state: GithubState,
  installation: Installation,
  scope: { permissions: Permissions; repositoryIds: ReadonlySet<number> | null },
): TokenCredential & { kind: 'installation' } => {
  const token = serverToken(state, installation.app.id)
  const expiresAt = new Date(state.now().getTime() + HOUR_MS)
  const credential = { kind: 'installation', token, installation, ...scope, expiresAt } as const
  state.tokens.set(token, credential)
  return credential
}

/** The job's own GITHUB_TOKEN. */
export const mintActionsToken = (
  state: GithubState,
  repository: Repository,
  permissions: Permissions,
): string => {
  const token = serverToken(state, 15_368)
  state.tokens.set(token, {
    kind: 'actions',
    token,
    repository,
    permissions: { metadata: 'read', ...permissions },
  })
  return token
}

/** A person's token, of GitHub itself or, with `viaApp`, of an app that the person authorized. */
export const createUserToken = (
  state: GithubState,
  o: {
    readonly login: string
    readonly permission: Level | 'role'
    readonly viaApp?: number
    readonly scopes?: readonly string[]
  },
): string => {
  const token = `${o.viaApp === undefined ? 'ghp' : 'ghu'}_${randomBytes(18).toString('hex')}`
  const account = accountNamed(state, o.login)
  const viaApp = o.viaApp === undefined ? null : appById(state, o.viaApp)
  state.tokens.set(token, {
    kind: 'user',
    token,
    account,
    level: o.permission,
    scopes: o.scopes ?? null,
    viaApp,
    expiresAt: null,
  })
  return token
}
