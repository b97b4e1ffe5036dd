import type { App, Level, Permissions } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'

/**
 * What the settings page of an app saves. As on GitHub, its installations lose a permission immediately, and get a new one
 * when the owner of the account accepts it:
 * https://docs.github.com/en/apps/maintaining-github-apps/modifying-a-github-app-registration#changing-the-permissions-of-a-github-app
 */
export const changeAppPermissions = (state: GithubState, app: App, asked: Permissions): void => {
  app.permissions = { metadata: 'read', ...asked }
  for (const installation of state.installations.values()) {
    if (installation.app !== app) continue
    installation.permissions = lower(installation.permissions, app.permissions)
    installation.updatedAt = state.now()
  }
}

/** What is granted and still asked for. */
const lower = (granted: Permissions, asked: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(granted).flatMap(([name, level]): [string, Level][] => {
      const now = asked[name]
      return now === undefined ? [] : [[name, level === 'write' && now === 'write' ? 'write' : 'read']]
    }),
  )

/** Permissions that the app asks for and the installation has not granted, as `name: level`. */
export const pendingPermissions = (granted: Permissions, asked: Permissions): string[] =>
  Object.entries(asked)
    .filter(([name, level]) => granted[name] !== 'write' && granted[name] !== level)
    .map(([name, level]) => `${name}: ${level}`)
