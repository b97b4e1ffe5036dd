import { type Action, categoryOf } from '../../../audit/audit-entry.ts'
import type { AuditFilter, AuditPage, ListedEntry } from '../../../jobs/list-audit.ts'
import { exactTime } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, stackedTable } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { PageError } from '../frame/respond.ts'
import { linkTo, type View } from '../frame/view.ts'

interface AuditData {
  readonly page: AuditPage
  readonly choice: AuditChoice
  /** False: this page continues an earlier one. */
  readonly isFirst: boolean
  readonly isOwner: boolean
  /** `owner/name` by id. */
  readonly repositories: ReadonlyMap<string, string>
}

export function auditPage(view: View, data: AuditData): PageContent {
  const jsonl = linkTo(view, `/audit.jsonl${queryOf(data.choice)}`)
  return {
    title: 'Audit log',
    nav: 'audit',
    isWide: true,
    actions: html`<a class="button" href="${jsonl}" download>${icon('download')}Download JSON lines</a>`,
    body: html`<p class="lead">Who did what, when and from where, newest first.${data.isOwner ? NOTHING : html` You see the entries of your projects. Owners also see those of the account (keys, sign-ins and pauses), and the addresses.`}</p>${filters(view, data.choice)}${list(view, data)}${pages(view, data)}`,
  }
}

const CATEGORY_NAMES: Readonly<Record<(typeof CATEGORIES)[number], string>> = {
  job: 'Jobs',
  batch: 'Batches',
  key: 'API keys',
  session: 'Sign-ins',
  operator: 'Pauses',
  settings: 'Settings',
  webhook: 'Webhooks',
}

function filters(view: View, choice: AuditChoice): Html {
  const options = CATEGORIES.map(
    (name) =>
      html`<option value="${name}"${name === choice.category ? html` selected` : NOTHING}>${CATEGORY_NAMES[name]}</option>`,
  )
  const { account } = view
  return html`<form class="filters" method="get" action="/dashboard/audit" role="search" aria-label="Filters">
${account === null ? NOTHING : html`<input type="hidden" name="account" value="${account.login}">`}
<div class="field"><label for="category">Category</label><select id="category" name="category"><option value="">Everything</option>${join(options)}</select></div>
<div class="field"><label for="by">Person or key</label><input type="search" id="by" name="by" value="${choice.by}" title="The full login, or the full name of the key" autocomplete="off"></div>
<div class="field"><label for="since">From day (UTC)</label><input type="date" id="since" name="since" value="${choice.since}"></div>
<div class="field"><label for="until">To day (UTC)</label><input type="date" id="until" name="until" value="${choice.until}"></div>
<div class="field row"><button class="button">${icon('filter')}Filter</button>${isFiltered(choice) ? html`<a href="${linkTo(view, '/audit')}">Clear filters</a>` : NOTHING}</div>
</form>`
}

function list(view: View, { page, choice, isFirst, repositories }: AuditData): Html {
  if (page.entries.length === 0) {
    if (page.next !== null) return blank('No entry among the newest 2,000 matches these filters', null)
    return isFiltered(choice) || !isFirst
      ? blank('No entry matches these filters', null)
      : blank('No entries yet', 'Keys, jobs, sign-ins and pauses appear here.')
  }
  const columns = ['When', 'Who', 'What', 'From'].map((name) => ({ name }))
  const rows = page.entries.map((entry) => ({ cells: cellsOf(view, entry, repositories) }))
  return html`<div class="audit">${stackedTable({ label: 'Audit log', columns, rows })}</div>`
}

const blank = (title: string, text: string | null): Html =>
  html`<div class="blank">${icon('log')}<h2>${title}</h2>${text === null ? NOTHING : html`<p>${text}</p>`}</div>`

function cellsOf(view: View, entry: ListedEntry, repositories: ReadonlyMap<string, string>): Html[] {
  const { project, detail } = entry
  const repository = project === null ? null : (repositories.get(project) ?? project)
  return [
    html`<span class="nowrap">${exactTime(view, entry.at)}</span>`,
    who(entry),
    html`${actionText(entry.action)} ${subject(view, entry)}${repository === null || repository === entry.subject.name ? NOTHING : html` <span class="muted">· ${repository}</span>`}${detail === null ? NOTHING : html`<div class="muted small detail">${detail}</div>`}`,
    from(entry),
  ]
}

export const ACTION_TEXTS: Readonly<Record<Action, string>> = {
  'batch.created': 'created the batch',
  'batch.continued': 'continued the batch',
  'batch.cancelled': 'cancelled the batch',
  'batch.retried': 'retried what failed of the batch',
  'job.created': 'created the job',
  'job.message-sent': 'sent a follow-up to',
  'job.cancelled': 'stopped the job',
  'job.retried': 'retried the job',
  'job.archived': 'archived the job',
  'job.unarchived': 'unarchived the job',
  'key.created': 'created the API key',
  'key.rotated': 'rotated the API key',
  'key.revoked': 'revoked the API key',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'operator.paused': 'paused the work of',
  'operator.resumed': 'resumed the work of',
  'operator.runner-repository-named': 'named the runner repository of',
  'operator.runner-repository-removed': 'removed the runner repository of',
  'settings.refused': 'refused the settings of',
  'settings.runner-repository-named': 'named the runner repository of',
  'settings.runner-repository-removed': 'removed the runner repository of',
  'webhook.created': 'created the webhook',
  'webhook.deleted': 'deleted the webhook',
  'webhook.rotated': 'rotated the secret of the webhook',
  'webhook.enabled': 'enabled the webhook',
  'webhook.disabled': 'disabled the webhook',
  'webhook.edited': 'edited the webhook',
  'webhook.taken-over': 'took over the webhook',
  'webhook.tested': 'sent a test event to the webhook',
}

/** A newer server may have written an action without words here. */
const actionText = (action: Action): string => ACTION_TEXTS[action] ?? action

function subject(view: View, { action, project, subject: { id, name } }: ListedEntry): Html {
  switch (categoryOf({ action })) {
    case 'session':
      return NOTHING
    case 'job':
      return html`<a href="${linkTo(view, `/jobs/${project}/${id}`)}">${name ?? 'Untitled'}</a>`
    case 'key':
      return html`<strong>${name ?? id}</strong> <code>${id}</code>`
    default:
      return html`<strong>${name ?? id}</strong>`
  }
}

function who({ by }: ListedEntry): Html {
  switch (by.kind) {
    case 'person':
      return html`${icon('person')} ${by.name}`
    case 'key':
      return html`${icon('key')} ${by.name} <span class="muted small">API key</span>`
    case 'operator':
      return html`${icon('terminal')} ${by.name} <span class="muted small">Operator of the server</span>`
    case 'server':
      return html`${icon('server')} Server <span class="muted small">${by.name}</span>`
    default:
      return html`${by.name}`
  }
}

function from({ by }: ListedEntry): Html {
  const places: Readonly<Record<string, string>> = {
    api: 'API',
    dashboard: 'Dashboard',
    github: 'GitHub',
    'command-line': 'Command line of the server',
    server: 'Server',
  }
  return html`${places[by.via] ?? by.via}${by.address === null ? NOTHING : html` <code>${by.address}</code>`}`
}

function pages(view: View, { page, choice, isFirst }: AuditData): Html {
  const older =
    page.next === null
      ? NOTHING
      : html`<a class="button" rel="next" href="${linkTo(view, `/audit${queryOf(choice, page.next)}`)}">Older entries</a>`
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, `/audit${queryOf(choice)}`)}">Newest entries</a>`
  return html`<nav class="row pages" aria-label="Audit log">${newest}${older}</nav>`
}

export const CATEGORIES = ['job', 'batch', 'key', 'session', 'operator', 'settings', 'webhook'] as const

const DAY_MS = 86_400_000

/** The filters as the form has them: `''` stands for none. */
interface AuditChoice {
  readonly category: string
  readonly by: string
  /** `YYYY-MM-DD`. */
  readonly since: string
  readonly until: string
}

interface ReadAuditQuery {
  readonly choice: AuditChoice
  readonly filter: AuditFilter
  readonly since: number | null
  readonly until: number | null
  readonly after: string | null
}

/** Throws a 400 that names the parameter. Pure. */
export function readAuditQuery(query: (name: string) => string | undefined): ReadAuditQuery {
  const read = (name: string): string => query(name)?.trim() ?? ''
  const choice = { category: read('category'), by: read('by'), since: read('since'), until: read('until') }
  if (choice.category !== '' && !CATEGORIES.some((known) => known === choice.category))
    throw new PageError(400, `The category must be one of ${CATEGORIES.join(', ')}.`)
  const until = dayIn('until', choice.until)
  const cursor = read('cursor')
  if (cursor !== '' && !/^[\w/.-]{1,200}$/.test(cursor))
    throw new PageError(400, 'The parameter cursor does not belong to this list. Start at the first page.')
  return {
    choice,
    filter: { category: choice.category || null, by: choice.by.replace(/^@/, '') || null },
    since: dayIn('since', choice.since),
    // The last day is part of the range.
    until: until === null ? null : until + DAY_MS,
    after: cursor || null,
  }
}

function dayIn(name: string, text: string): number | null {
  if (text === '') return null
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at))
    throw new PageError(400, `The parameter ${name} must be a day in the form YYYY-MM-DD.`)
  return at
}

const isFiltered = (choice: AuditChoice): boolean => Object.values(choice).some((value) => value !== '')

/** The query of a link that keeps the filters. */
export const queryOf = (choice: AuditChoice, cursor: string | null = null): string => {
  const given = Object.entries({ ...choice, cursor: cursor ?? '' }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
