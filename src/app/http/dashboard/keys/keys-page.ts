import { COMMAND_LINE, type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { type FoundProjects, shownInRow } from '../frame/find-projects.ts'
import { duration, number, when } from '../frame/formats.ts'
import { type KeyManager, managesAny } from '../frame/guard.ts'
import {
  copyButton,
  type Html,
  html,
  icon,
  join,
  NOTHING,
  type StackedTable,
  stackedTable,
} from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'

interface KeysData {
  readonly manager: KeyManager
  /** Those of the page. */
  readonly keys: readonly KeyRecord[]
  /** From 1. */
  readonly page: number
  readonly hasMore: boolean
  /** Those that the search finds. */
  readonly found: FoundProjects
  /** Whether the person sees any project, whatever the search says. */
  readonly hasProjects: boolean
  /** Of projects that the keys cover, by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** What the person looks for among the projects. */
  readonly search: string
}

/** Maximum number of projects on the page. People find the others by name. */
export const SHOWN = 20

export function keysPage(view: View, data: KeysData): PageContent {
  const { manager } = data
  return {
    title: 'API keys',
    nav: 'keys',
    actions: managesAny(manager)
      ? html`<a class="button button-primary" href="${linkTo(view, '/keys/new')}">${icon('plus')}New API key</a>`
      : NOTHING,
    body: html`<p class="lead">Programs use an API key to create jobs and read results. Keep keys on servers: anyone who has a key can use it.</p>${projectIds(view, data)}${keyList(view, data)}`,
  }
}

function projectIds(view: View, { found, hasProjects, search }: KeysData): Html {
  const rows = found.projects.map(
    (project) =>
      html`<li class="box-row"><span class="grow">${icon(project.private ? 'lock' : 'repo')} ${project.owner}/<strong>${project.name}</strong></span><span class="row id"><code>${project.id}</code>${copyButton(project.id, 'project ID')}</span></li>`,
  )
  const more = found.total - found.projects.length
  return html`<section class="box" aria-labelledby="project-ids"><div class="box-header"><h2 id="project-ids" class="box-title">Project IDs</h2><span class="muted small">A request names the project by its ID.</span>${more > 0 || search !== '' ? searchForm(view, search) : NOTHING}</div>
${!hasProjects ? html`<div class="box-body"><p class="flush"><strong>No project yet.</strong> <span class="muted">Install the App on a repository to get a project.</span></p></div>` : html`<ul class="box-list">${join(rows)}</ul>`}
${hasProjects && found.total === 0 ? html`<p class="box-body muted flush">No project has this name.</p>` : NOTHING}${more > 0 ? html`<p class="box-body muted flush">${number(view, more)} more. Find one by its name.</p>` : NOTHING}</section>`
}

function searchForm(view: View, search: string): Html {
  return html`<form class="row end" method="get" action="/dashboard/keys" role="search">${view.account === null ? NOTHING : html`<input type="hidden" name="account" value="${view.account.login}">`}<input type="search" name="q" value="${search}" aria-label="Find a project" placeholder="Find a project"><button class="button button-small">Find</button></form>`
}

function keyList(view: View, data: KeysData): Html {
  const { manager, keys, names, page } = data
  const { login } = manager.account
  if (!managesAny(manager))
    return blank(
      'You cannot manage any API key here',
      `People with the admin role in a repository manage the keys of its project. Owners of ${login} manage the keys of all projects.`,
      'shield-lock',
    )
  if (keys.length === 0 && page === 1)
    return blank('No API key yet', 'Create a key, copy it, and send your first prompt with curl.', 'key')
  const columns = [
    ...['Name', 'Scopes', 'Projects', 'Created', 'Last used', 'Expires'].map((text) => ({ name: text })),
    { name: 'Manage', isHidden: true },
  ]
  const rows = keys.map((key) => keyRow(view, key, names))
  return html`<h2 class="section">Keys of ${login}</h2>${stackedTable({ label: `Keys of ${login}`, columns, rows })}${pages(view, data)}`
}

function pages(view: View, { page, hasMore, search }: KeysData): Html {
  const query = search === '' ? '' : `&q=${encodeURIComponent(search)}`
  const link = (to: number): string => linkTo(view, `/keys?page=${to}${query}`)
  if (page === 1 && !hasMore) return NOTHING
  const back =
    page === 1
      ? NOTHING
      : html`<a class="button" href="${link(page - 1)}">${icon('arrow-left')}Previous keys</a>`
  const more = hasMore
    ? html`<a class="button" href="${link(page + 1)}">More keys${icon('arrow-right')}</a>`
    : NOTHING
  return html`<nav class="row pages" aria-label="Pages">${back}${more}</nav>`
}

const blank = (title: string, text: string, name: string): Html =>
  html`<div class="blank">${icon(name)}<h2>${title}</h2><p class="muted">${text}</p></div>`

function keyRow(
  view: View,
  key: KeyRecord,
  names: ReadonlyMap<string, string>,
): StackedTable['rows'][number] {
  const status = keyStatus(key, view.now)
  const cells = [
    html`<strong>${key.name}</strong><div class="short-key"><code>${key.start}…${key.last4}</code></div>`,
    html`${scopesText(key)}`,
    key.projectIds === null ? html`All projects` : html`${shownInRow(view, key.projectIds, names)}`,
    html`${when(view, Date.parse(key.createdAt))}<div class="muted small">${creatorText(key)}</div>`,
    key.lastUsedAt === null ? html`<span class="muted">Never</span>` : when(view, Date.parse(key.lastUsedAt)),
    expiryBadge(view, key),
    html`<a class="button button-small" href="${linkTo(view, `/keys/${key.id}`)}" aria-label="Manage ${key.name}">Manage</a>`,
  ]
  return { cells, isOver: status === 'expired' || status === 'revoked' }
}

export const scopesText = ({ scopes }: Pick<KeyRecord, 'scopes'>): string => {
  if (scopes.includes('admin')) return 'Read, write and manage webhooks'
  return scopes.includes('write') ? 'Read and write' : 'Read only'
}

export const creatorText = ({ createdBy }: Pick<KeyRecord, 'createdBy'>): string =>
  createdBy === COMMAND_LINE ? 'on the command line' : `by ${createdBy}`

const DAY_MS = 86_400_000

/** When the key ends, or that it has. */
export function expiryBadge(view: View, key: KeyRecord): Html {
  switch (keyStatus(key, view.now)) {
    case 'revoked':
      return html`<span class="badge badge-danger">${icon('x-circle')}Revoked</span>`
    case 'expired':
      return html`<span class="badge badge-danger">${icon('clock')}${key.rotatedTo === null ? 'Expired' : 'Replaced'}</span>`
    case 'expires soon': {
      const left = Math.max(0, Date.parse(key.expiresAt ?? '') - view.now)
      const shown = left < DAY_MS ? left : Math.ceil(left / DAY_MS) * DAY_MS
      return html`<span class="badge badge-attention">${icon('alert')}Expires in ${duration(view, shown)}</span>`
    }
    case 'valid':
      return key.expiresAt === null
        ? html`<span class="badge">Does not expire</span>`
        : when(view, Date.parse(key.expiresAt))
  }
}
