import { covers } from '../accounts/installed-repositories.ts'
import { pendingPermissions } from '../admin/change-app.ts'
import { appSettingsPage, installationPage } from '../shapes/app.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import { fullName } from '../shapes/repository.ts'
import type { Account, App, Installation } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { page } from './page.ts'

export const appHtml = (app: App): string =>
  page(
    app.slug,
    `<p>An App of ${escapeHtml(app.owner.login)}.</p><p><a href="/apps/${app.slug}/installations/new">Install or configure</a></p><p><a href="${appSettingsPage(app)}/permissions">Permissions of the App</a></p>`,
  )

/** The accounts on which the app can be installed, and those on which it is. */
export const accountsHtml = (state: GithubState, app: App): string => {
  const entries = accountsFor(state, app).map((account) => {
    const installed = installationOn(state, app, account)
    const [href, text] = installed
      ? [installationPage(installed), 'Configure']
      : [`/apps/${app.slug}/installations/new?target_id=${account.id}`, 'Install']
    return `<li><a href="${href}">${text} ${escapeHtml(account.login)}</a></li>`
  })
  return page(`Install ${app.slug}`, `<p>Where do you want to install it?</p><ul>${entries.join('')}</ul>`)
}

export const accountsFor = (state: GithubState, app: App): Account[] =>
  state.accounts.filter(({ id, type }) => type !== 'Bot' && (app.isPublic || id === app.owner.id))

export const installationOn = (
  state: GithubState,
  app: App,
  { id }: Pick<Account, 'id'>,
): Installation | undefined =>
  [...state.installations.values()].find((one) => one.app === app && one.account.id === id)

export const installHtml = (
  state: GithubState,
  { app, account, error }: { app: App; account: Account; error: string | null },
): string =>
  page(
    `Install ${app.slug} on ${account.login}`,
    `${errorHtml(error)}${permissionsHtml(app.permissions)}<form method="post">${choiceHtml(state, account, () => false)}<p><button>Install</button></p></form>`,
  )

export const configureHtml = (
  state: GithubState,
  installation: Installation,
  error: string | null,
): string => {
  const { app, account, selection, suspended } = installation
  const pending = pendingPermissions(installation.permissions, app.permissions)
  const button = (action: string, text: string): string =>
    `<form method="post"><p><button name="action" value="${action}">${text}</button></p></form>`
  const isChosen = (repository: Repository) => selection === 'selected' && covers(installation, repository)
  return page(
    `${app.slug} on ${account.login}`,
    [
      errorHtml(error),
      suspended ? '<p>Suspended</p>' : '',
      permissionsHtml(installation.permissions),
      pending.length === 0
        ? ''
        : `<p>The App asks for more: ${escapeHtml(pending.join(', '))}</p>${button('accept', 'Accept new permissions')}`,
      `<form method="post">${choiceHtml(state, account, isChosen, selection)}<p><button name="action" value="save">Save</button></p></form>`,
      suspended ? button('unsuspend', 'Unsuspend') : button('suspend', 'Suspend'),
      button('uninstall', 'Uninstall'),
      `<p><a href="${appSettingsPage(app)}/permissions">Permissions of the App</a></p>`,
    ].join(''),
  )
}

const LEVELS = ['none', 'read', 'write'] as const
/** Those of app.yml, also after they were withdrawn, and optional ones. */
const PERMISSIONS = [
  'actions',
  'checks',
  'contents',
  'issues',
  'members',
  'pull_requests',
  'statuses',
  'workflows',
]

export const permissionsFormHtml = (app: App, isSaved: boolean): string => {
  const names = [...new Set([...Object.keys(app.permissions), ...PERMISSIONS])].toSorted()
  const rows = names
    .filter((name) => name !== 'metadata')
    .map((name) => {
      const now = app.permissions[name] ?? 'none'
      const options = LEVELS.map((level) => `<option${level === now ? ' selected' : ''}>${level}</option>`)
      return `<p><label><code>${escapeHtml(name)}</code> <select name="${escapeHtml(name)}">${options.join('')}</select></label></p>`
    })
  return page(
    `Permissions of ${app.slug}`,
    `${isSaved ? '<p>Saved. Installations lose permissions immediately. Accounts accept new ones on the page of their installation.</p>' : ''}<form method="post">${rows.join('')}<button>Save changes</button></form>`,
  )
}

const errorHtml = (error: string | null): string =>
  error === null ? '' : `<p role="alert">${escapeHtml(error)}</p>`

const permissionsHtml = (permissions: Readonly<Record<string, string>>): string =>
  `<h2>Permissions</h2><ul>${Object.entries(permissions)
    .map(([name, level]) => `<li>${escapeHtml(name)}: ${level}</li>`)
    .join('')}</ul>`

const choiceHtml = (
  state: GithubState,
  account: Account,
  isChosen: (repository: Repository) => boolean,
  selection: Installation['selection'] = 'all',
): string => {
  const own = [...state.repositories.values()].filter(({ owner }) => owner.id === account.id)
  const radio = (value: Installation['selection'], text: string): string =>
    `<p><label><input type="radio" name="selection" value="${value}"${value === selection ? ' checked' : ''}> ${text}</label></p>`
  const boxes = own.map(
    (repository) =>
      `<li><label><input type="checkbox" name="repository" value="${repository.id}"${isChosen(repository) ? ' checked' : ''}> ${escapeHtml(fullName(repository))}</label></li>`,
  )
  return `<h2>Repositories</h2>${radio('all', 'All repositories')}${radio('selected', 'Only select repositories')}<ul>${boxes.join('')}</ul>`
}
