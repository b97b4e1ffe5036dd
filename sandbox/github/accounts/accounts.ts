import type { Account, App, Credential } from '../model.ts'
import type { GithubState } from '../state.ts'

/** Logins are compared as GitHub does, without regard to case. */
export const findAccount = (hub: GithubState, login: string): Account | undefined =>
  hub.accounts.find((account) => account.login.toLowerCase() === login.toLowerCase())

export const accountNamed = (hub: GithubState, login: string): Account => {
  const account = findAccount(hub, login)
  if (!account) throw new Error(`sandbox: no account ${login}: call createAccount first`)
  return account
}

export const createAccount = (
  hub: GithubState,
  account: { login: string; type: Account['type'] },
): Account => {
  if (findAccount(hub, account.login)) throw new Error(`sandbox: the login ${account.login} is taken`)
  const created = { id: hub.nextId(), login: account.login, type: account.type, createdAt: hub.now() }
  hub.accounts.push(created)
  return created
}

/** The account in whose name a credential acts. */
export const actorOf = (hub: GithubState, credential: Credential): Account => {
  switch (credential.kind) {
    case 'installation':
      return credential.installation.app.bot
    case 'user':
      return credential.account
    case 'actions':
      return accountNamed(hub, 'github-actions[bot]')
    case 'app-jwt':
      return credential.app.bot
    case 'none':
      return accountNamed(hub, 'octo-admin')
  }
}

/** The person who administers an account: a user administers their own. */
export const adminOf = (hub: GithubState, account: Account): Account =>
  account.type === 'User' ? account : accountNamed(hub, 'octo-admin')

export const appById = (hub: GithubState, id: number): App => {
  const app = hub.apps.find((candidate) => candidate.id === id)
  if (!app) throw new Error(`sandbox: no app ${id}: call registerApp first`)
  return app
}
