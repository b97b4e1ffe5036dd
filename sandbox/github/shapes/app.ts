import type { Account, App, Installation } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { isoDate, nodeId } from './primitives.ts'
import { userShape } from './user.ts'

export const appShape = (state: GithubState, app: App) => ({
  id: app.id,
  slug: app.slug,
  node_id: nodeId('A', app.id),
  client_id: app.clientId,
  owner: userShape(state, app.owner),
  name: app.slug,
  description: null,
  external_url: state.urls.server,
  html_url: `${state.urls.server}/apps/${app.slug}`,
  created_at: isoDate(app.createdAt),
  updated_at: isoDate(app.createdAt),
  permissions: app.permissions,
  events: app.events,
  installations_count: [...state.installations.values()].filter((i) => i.app.id === app.id).length,
})

/** Path of the page on which the owner of an app changes it. */
export const appSettingsPage = ({ owner, slug }: App): string => `${settingsOf(owner)}/apps/${slug}`

/** Path of the page on which the owner of the account changes an installation. */
export const installationPage = ({ account, id }: Installation): string =>
  `${settingsOf(account)}/installations/${id}`

const settingsOf = ({ type, login }: Account): string =>
  type === 'Organization' ? `/organizations/${login}/settings` : '/settings'

export const installationShape = (state: GithubState, installation: Installation) => {
  const { app, account, suspended } = installation
  return {
    id: installation.id,
    client_id: app.clientId,
    account: userShape(state, account),
    repository_selection: installation.selection,
    access_tokens_url: `${state.urls.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${state.urls.api}/installation/repositories`,
    html_url: `${state.urls.server}${installationPage(installation)}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: app.events,
    created_at: isoDate(installation.createdAt),
    updated_at: isoDate(installation.updatedAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspended ? userShape(state, suspended.by) : null,
    suspended_at: suspended ? isoDate(suspended.at) : null,
  }
}
