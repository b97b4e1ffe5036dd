import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { isoDate, nodeId } from './primitives.ts'

export const userShape = (state: GithubState, account: Account) => {
  const url = `${state.urls.api}/users/${encodeURIComponent(account.login)}`
  const page = account.type === 'Bot' ? `apps/${account.login.replace('[bot]', '')}` : account.login
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('U', account.id),
    avatar_url: `${state.urls.server}/avatars/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${state.urls.server}/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  }
}

export const publicUserShape = (state: GithubState, account: Account): Json => ({
  ...userShape(state, account),
  name: account.type === 'Bot' ? null : account.login,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: isoDate(account.createdAt),
  updated_at: isoDate(account.createdAt),
})

/** The property `organization` of a webhook. */
export const organizationShape = (state: GithubState, account: Account): Json => {
  const url = `${state.urls.api}/orgs/${account.login}`
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('O', account.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${state.urls.server}/avatars/${account.id}`,
    description: null,
  }
}
