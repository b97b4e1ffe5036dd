import { changeAppPermissions } from '../admin/change-app.ts'
import {
  acceptPermissions,
  changeInstallation,
  installApp,
  selectRepositories,
} from '../admin/installations.ts'
import { installationPage } from '../shapes/app.ts'
import type { Account, App, Installation, Permissions } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import {
  accountsFor,
  accountsHtml,
  configureHtml,
  installationOn,
  installHtml,
  permissionsFormHtml,
} from './installation-html.ts'
import { page } from './page.ts'

export type Answer =
  | { readonly status: number; readonly html: string }
  | { readonly status: 302; readonly location: string }

export const shown = (html: string, status = 200): Answer => ({ status, html })
const moved = (location: string): Answer => ({ status: 302, location })

/** `fields`: of the form that was sent; `null`: the page is opened. */
export type Respond = (fields: URLSearchParams | null) => Answer

export const notFound: Respond = () => shown(page('Not Found', ''), 404)

export const install = (
  state: GithubState,
  app: App,
  { target, fields }: { target: string | null; fields: URLSearchParams | null },
): Answer => {
  const account = accountsFor(state, app).find(({ id }) => String(id) === target)
  if (target === null) return shown(accountsHtml(state, app))
  if (account === undefined) return notFound(null)
  const installed = installationOn(state, app, account)
  if (installed) return moved(installationPage(installed))
  if (fields === null) return shown(installHtml(state, { app, account, error: null }))
  const chosen = readChoice(state, account, fields)
  if (chosen.kind === 'refused') return shown(installHtml(state, { app, account, error: chosen.why }), 422)
  const repositories = chosen.repositories === 'all' ? 'all' : chosen.repositories.map(({ name }) => name)
  const id = installApp(state, { appId: app.id, account: account.login, repositories })
  const created = state.installations.get(id)
  if (created === undefined) return notFound(null)
  return moved(afterInstallation(app, id) ?? installationPage(created))
}

/** https://docs.github.com/en/apps/creating-github-apps/registering-a-github-app/about-the-setup-url */
function afterInstallation({ setupUrl }: App, id: number): string | null {
  if (setupUrl === null) return null
  const url = new URL(setupUrl)
  url.searchParams.set('installation_id', String(id))
  url.searchParams.set('setup_action', 'install')
  return url.href
}

export const configure = (
  state: GithubState,
  installation: Installation,
  fields: URLSearchParams | null,
): Answer => {
  const back = moved(installationPage(installation))
  switch (fields?.get('action')) {
    case undefined:
      return shown(configureHtml(state, installation, null))
    case 'accept':
      acceptPermissions(state, installation)
      return back
    case 'suspend':
    case 'unsuspend':
      changeInstallation(state, installation.id, {
        kind: fields?.get('action') === 'suspend' ? 'suspend' : 'unsuspend',
      })
      return back
    case 'uninstall':
      changeInstallation(state, installation.id, { kind: 'delete' })
      return moved(`/apps/${installation.app.slug}/installations/new`)
    case 'save': {
      const chosen = readChoice(state, installation.account, fields ?? new URLSearchParams())
      if (chosen.kind === 'refused') return shown(configureHtml(state, installation, chosen.why), 422)
      const { repositories } = chosen
      const ids = repositories === 'all' ? 'all' : new Set(repositories.map(({ id }) => id))
      selectRepositories(state, installation, ids)
      return back
    }
    default:
      return shown(configureHtml(state, installation, 'This page has no such button.'), 422)
  }
}

const readChoice = (state: GithubState, account: Account, fields: URLSearchParams) => {
  if (fields.get('selection') === 'all') return { kind: 'chosen', repositories: 'all' } as const
  const ids = new Set(fields.getAll('repository'))
  const repositories = [...state.repositories.values()].filter(
    ({ id, owner }) => owner.id === account.id && ids.has(String(id)),
  )
  return repositories.length === 0
    ? ({ kind: 'refused', why: 'Select at least one repository.' } as const)
    : ({ kind: 'chosen', repositories } as const)
}

export const changePermissions = (state: GithubState, app: App, fields: URLSearchParams | null): Answer => {
  if (fields === null) return shown(permissionsFormHtml(app, false))
  const asked: Permissions = {}
  for (const [name, level] of fields) if (level === 'read' || level === 'write') asked[name] = level
  changeAppPermissions(state, app, asked)
  return shown(permissionsFormHtml(app, true))
}
