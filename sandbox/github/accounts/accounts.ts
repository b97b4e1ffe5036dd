import type { Account, App } from '../state/account.ts'
import type { Credential } from '../state/credential.ts'
import type { GithubState } from '../state/state.ts'

/** As on GitHub, logins are not case-sensitive. */
export const findAccount = (state: GithubState, login: string): Account | undefined =>
  state.accounts.find((account) => account.login.toLowerCase() === login.toLowerCase())

export const accountNamed = (state: GithubState, login: string): Account => {
  const account = findAccount(state, login)
  if (!account) throw new Error(`sandbox: no account ${login}: call createAccount first`)
  return account
}

export const createAccount = (
  state: GithubState,
  account: { login: string; type: Account['type'] },
): Account => {
  if (findAccount(state, account.login)) throw new Error(`sandbox: the login ${account.login} is taken`)
  const created = { id: state.nextId(), login: account.login, type: account.type, createdAt: state.now() }
  state.accounts.push(created)
  return created
}

/** The account that a credential acts for. */
export const actorOf = (state: GithubState, credential: Credential): Account => {
  switch (credential.kind) {
    case 'installation':
      return credential.installation.app.bot
    case 'user':
      return credential.account
    case 'actions':
      return accountNamed(state, 'github-actions[bot]')
    case 'app-jwt':
      return credential.app.bot
    case 'none':
      return accountNamed(state, 'octo-admin')
  }
}

/** The person who administers an account: a user administers their own. */
export const adminOf = (state: GithubState, account: Account): Account =>
  account.type === 'User' ? account : (account.owner ?? accountNamed(state, 'octo-admin'))

export const appById = (state: GithubState, id: number): App => {
  const app = state.apps.find((candidate) => candidate.id === id)
  if (!app) throw new Error(`sandbox: no app ${id}: call registerApp first`)
  return app
}
