import { type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { GRACES } from '../../../keys/rotate-key.ts'
import type { Project } from '../../../projects/project.ts'
import { dateTime } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { creatorText, expiryBadge, scopesText } from './key-parts.ts'
import { KEYS_WORDS } from './keys-words.ts'

export interface KeyData {
  readonly key: KeyRecord
  readonly projects: readonly Project[]
  /** Somebody typed another name to revoke it. */
  readonly isWrongName: boolean
  /** What kept the key from being rotated. */
  readonly problem: string | null
}

/** One key: what it may do, and the two ways to end it. */
export function keyPage(view: View, data: KeyData): PageContent {
  const words = view.say(KEYS_WORDS)
  const { key, problem } = data
  const status = keyStatus(key, view.now)
  const isOver = status === 'expired' || status === 'revoked'
  return {
    title: key.name,
    nav: 'keys',
    heading: html`<nav class="crumbs small" aria-label="${words.title}"><a href="${linkTo(view, '/keys')}">${icon('arrow-left')} ${words.backToKeys}</a></nav><div class="heading"><h1>${key.name}</h1>${status === 'valid' ? html`<span class="badge badge-success">${icon('check-circle')}${words.valid}</span>` : expiryBadge(view, key)}</div>`,
    body: html`${problem === null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problem}</span></p>`}${details(view, data)}${isOver ? html`<p class="muted">${words.ended}</p>` : html`${key.rotatedTo === null ? rotation(view, key) : html`<p class="muted">${words.rotatedBefore}</p>`}${revocation(view, data)}`}`,
  }
}

function details(view: View, { key, projects }: KeyData): Html {
  const words = view.say(KEYS_WORDS)
  const names = key.projectIds?.map((id) => projects.find((project) => project.id === id)?.name ?? id)
  const rows: readonly (readonly [string, Html])[] = [
    [words.key, html`<code>${key.start}…${key.last4}</code>`],
    [words.may, html`${scopesText(view, key)}`],
    [words.covers, html`${names === undefined ? words.allProjects : names.join(', ')}`],
    [
      words.from,
      html`${key.allowedIps.length === 0 ? words.anyAddress : html`<code>${key.allowedIps.join(' ')}</code>`}`,
    ],
    [
      words.created,
      html`${dateTime(view, Date.parse(key.createdAt))} <span class="muted">${creatorText(view, key)}</span>`,
    ],
    [
      words.lastUsed,
      key.lastUsedAt === null ? html`${words.never}` : dateTime(view, Date.parse(key.lastUsedAt)),
    ],
    [
      words.expires,
      key.expiresAt === null ? html`${words.neverExpires}` : dateTime(view, Date.parse(key.expiresAt)),
    ],
  ]
  return html`<dl class="facts box" aria-label="${words.details}">${join(rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`
}

function rotation(view: View, key: KeyRecord): Html {
  const words = view.say(KEYS_WORDS)
  const names: Readonly<Record<string, string>> = {
    '0': words.grace0,
    '1h': words.grace1h,
    '24h': words.grace24h,
    '7d': words.grace7d,
  }
  const options = Object.keys(GRACES).map(
    (grace) =>
      html`<option value="${grace}"${grace === '24h' ? html` selected` : NOTHING}>${names[grace]}</option>`,
  )
  return html`<section class="box"><div class="box-header"><h2 class="box-title">${words.rotate}</h2></div><div class="box-body"><p class="flush">${words.rotateHint}</p><form method="post" action="${formTo(view, `/keys/${key.id}/rotate`)}"><div class="field"><label for="grace">${words.grace}</label><select id="grace" name="grace">${join(options)}</select></div><button class="button">${icon('sync')}${words.rotateButton}</button></form></div></section>`
}

function revocation(view: View, { key, isWrongName }: KeyData): Html {
  const words = view.say(KEYS_WORDS)
  return html`<section class="box box-danger"><div class="box-header"><h2 class="box-title">${words.revoke}</h2></div><div class="box-body"><p class="flush">${words.revokeHint}</p><form method="post" action="${formTo(view, `/keys/${key.id}/revoke`)}"><div class="field"><label for="confirm">${words.typeName(key.name)}</label><input type="text" maxlength="200" id="confirm" name="name" required autocomplete="off" spellcheck="false"${isWrongName ? html` aria-invalid="true" aria-describedby="confirm-error"` : NOTHING}>${isWrongName ? html`<p class="field-error" id="confirm-error">${icon('alert')}<span>${words.wrongName}</span></p>` : NOTHING}</div><button class="button button-danger">${icon('trash')}${words.revokeButton}</button></form></div></section>`
}
