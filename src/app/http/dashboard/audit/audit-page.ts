import { type Action, categoryOf } from '../../../audit/audit-entry.ts'
import type { AuditPage, ListedEntry } from '../../../audit/list-audit.ts'
import { exactTime } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { type AuditChoice, CATEGORIES, isFiltered, queryOf } from './audit-query.ts'
import { ACTION_WORDS, AUDIT_WORDS } from './audit-words.ts'

export interface AuditData {
  readonly page: AuditPage
  readonly choice: AuditChoice
  /** False: this page continues an earlier one. */
  readonly isFirst: boolean
  readonly isOwner: boolean
  /** `owner/name` by id. */
  readonly repositories: ReadonlyMap<string, string>
}

export function auditPage(view: View, data: AuditData): PageContent {
  const words = view.say(AUDIT_WORDS)
  const jsonl = linkTo(view, `/audit.jsonl${queryOf(data.choice)}`)
  return {
    title: words.title,
    nav: 'audit',
    isWide: true,
    actions: html`<a class="button" href="${jsonl}" download>${icon('download')}${words.export}</a>`,
    body: html`<p class="lead">${words.lead}${data.isOwner ? NOTHING : html` ${words.leadMember}`}</p>${filters(view, data.choice)}${list(view, data)}${pages(view, data)}`,
  }
}

function filters(view: View, choice: AuditChoice): Html {
  const words = view.say(AUDIT_WORDS)
  const options = CATEGORIES.map(
    (name) =>
      html`<option value="${name}"${name === choice.category ? html` selected` : NOTHING}>${words[name]}</option>`,
  )
  const { account } = view
  return html`<form class="filters" method="get" action="/dashboard/audit" role="search" aria-label="${words.filters}">
${account === null ? NOTHING : html`<input type="hidden" name="account" value="${account.login}">`}
<div class="field"><label for="category">${words.category}</label><select id="category" name="category"><option value="">${words.anything}</option>${join(options)}</select></div>
<div class="field"><label for="by">${words.by}</label><input type="search" id="by" name="by" value="${choice.by}" title="${words.byHint}" autocomplete="off"></div>
<div class="field"><label for="since">${words.since}</label><input type="date" id="since" name="since" value="${choice.since}"></div>
<div class="field"><label for="until">${words.until}</label><input type="date" id="until" name="until" value="${choice.until}"></div>
<div class="field row"><button class="button">${icon('filter')}${words.apply}</button>${isFiltered(choice) ? html`<a href="${linkTo(view, '/audit')}">${words.clear}</a>` : NOTHING}</div>
</form>`
}

function list(view: View, { page, choice, isFirst, repositories }: AuditData): Html {
  const words = view.say(AUDIT_WORDS)
  if (page.entries.length === 0) {
    if (page.next !== null) return blank(words.noneSoFar, null)
    return isFiltered(choice) || !isFirst
      ? blank(words.noneTitle, null)
      : blank(words.emptyTitle, words.empty)
  }
  const columns = [words.when, words.who, words.what, words.from].map((name) => ({ name }))
  const rows = page.entries.map((entry) => ({ cells: cellsOf(view, entry, repositories) }))
  return html`<div class="audit">${stackedTable({ label: words.title, columns, rows })}</div>`
}

const blank = (title: string, text: string | null): Html =>
  html`<div class="blank">${icon('log')}<h2>${title}</h2>${text === null ? NOTHING : html`<p>${text}</p>`}</div>`

function cellsOf(view: View, entry: ListedEntry, repositories: ReadonlyMap<string, string>): Html[] {
  const { project, detail } = entry
  const repository = project === null ? null : (repositories.get(project) ?? project)
  return [
    html`<span class="nowrap">${exactTime(view, entry.at)}</span>`,
    who(view, entry),
    html`${actionWords(view, entry.action)} ${subject(view, entry)}${repository === null || repository === entry.subject.name ? NOTHING : html` <span class="muted">· ${repository}</span>`}${detail === null ? NOTHING : html`<div class="muted small detail">${detail}</div>`}`,
    from(view, entry),
  ]
}

/** A newer server may have written an action without words here. */
const actionWords = (view: View, action: Action): string => view.say(ACTION_WORDS)[action] ?? action

function subject(view: View, { action, project, subject: { id, name } }: ListedEntry): Html {
  const words = view.say(AUDIT_WORDS)
  switch (categoryOf({ action })) {
    case 'session':
      return NOTHING
    case 'job':
      return html`<a href="${linkTo(view, `/jobs/${project}/${id}`)}">${name ?? words.untitled}</a>`
    case 'key':
      return html`<strong>${name ?? id}</strong> <code>${id}</code>`
    default:
      return html`<strong>${name ?? id}</strong>`
  }
}

function who(view: View, { by }: ListedEntry): Html {
  const words = view.say(AUDIT_WORDS)
  switch (by.kind) {
    case 'person':
      return html`${icon('person')} ${by.name}`
    case 'key':
      return html`${icon('key')} ${by.name} <span class="muted small">${words.apiKey}</span>`
    case 'operator':
      return html`${icon('terminal')} ${by.name} <span class="muted small">${words.operatorOf}</span>`
    case 'server':
      return html`${icon('server')} ${words.server} <span class="muted small">${by.name}</span>`
    default:
      return html`${by.name}`
  }
}

function from(view: View, { by }: ListedEntry): Html {
  const words = view.say(AUDIT_WORDS)
  const places: Readonly<Record<string, string>> = {
    api: words.viaApi,
    dashboard: words.viaDashboard,
    github: words.viaGithub,
    'command-line': words.viaCommandLine,
    server: words.server,
  }
  return html`${places[by.via] ?? by.via}${by.address === null ? NOTHING : html` <code>${by.address}</code>`}`
}

function pages(view: View, { page, choice, isFirst }: AuditData): Html {
  const words = view.say(AUDIT_WORDS)
  const older =
    page.next === null
      ? NOTHING
      : html`<a class="button" rel="next" href="${linkTo(view, `/audit${queryOf(choice, page.next)}`)}">${words.older}</a>`
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, `/audit${queryOf(choice)}`)}">${words.newest}</a>`
  return html`<nav class="row pages" aria-label="${words.title}">${newest}${older}</nav>`
}
