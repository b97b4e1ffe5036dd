import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import { GRACES } from '../../../keys/rotate-key.ts'
import type { Project } from '../../../projects/project.ts'
import { dateTime } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { creatorText, expiryBadge, scopesText } from './keys-page.ts'

interface KeyData {
  readonly key: KeyRecord
  readonly projects: readonly Project[]
  /** What ends with it. */
  readonly ending: KeyEnding
  /** Somebody typed another name to revoke it. */
  readonly isWrongName: boolean
  /** What kept the key from being rotated. */
  readonly problem: string | null
}

export interface KeyEnding {
  readonly webhooks: readonly { readonly id: string; readonly name: string }[]
  /** Those that have not ended. */
  readonly batches: readonly { readonly id: string; readonly title: string }[]
}

/** One key: what it may do, and the two ways to end it. */
export function keyPage(view: View, data: KeyData): PageContent {
  const { key, problem } = data
  const status = keyStatus(key, view.now)
  const isOver = status === 'expired' || status === 'revoked'
  return {
    title: key.name,
    nav: 'keys',
    heading: html`<nav class="crumbs small" aria-label="API keys"><a href="${linkTo(view, '/keys')}">${icon('arrow-left')} API keys</a></nav><div class="heading"><h1>${key.name}</h1>${status === 'valid' ? html`<span class="badge badge-success">${icon('check-circle')}Active</span>` : expiryBadge(view, key)}</div>`,
    body: html`${problem === null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${withCode(problem)}</span></p>`}${details(view, data)}${isOver ? NOTHING : drawEnding(view, data)}${isOver ? html`<p class="muted">This key is no longer valid. The list keeps it as a record.</p>` : html`${key.rotatedTo === null ? rotation(view, key) : html`<p class="muted">This key was already rotated.</p>`}${revocation(view, data)}`}`,
  }
}

function details(view: View, { key, projects }: KeyData): Html {
  const names = key.projectIds?.map((id) => projects.find((project) => project.id === id)?.name ?? id)
  const rows: readonly (readonly [string, Html])[] = [
    ['Key', html`<code>${key.start}…${key.last4}</code>`],
    ['Scopes', html`${scopesText(key)}`],
    ['Projects', html`${names === undefined ? 'All projects' : names.join(', ')}`],
    [
      'Allowed addresses',
      html`${key.allowedIps.length === 0 ? 'Any address' : html`<code>${key.allowedIps.join(' ')}</code>`}`,
    ],
    [
      'Created',
      html`${dateTime(view, Date.parse(key.createdAt))} <span class="muted">${creatorText(key)}</span>`,
    ],
    ['Last used', key.lastUsedAt === null ? html`Never` : dateTime(view, Date.parse(key.lastUsedAt))],
    ['Expires', key.expiresAt === null ? html`Does not expire` : dateTime(view, Date.parse(key.expiresAt))],
  ]
  return html`<dl class="facts box" aria-label="Details">${join(rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`
}

/** How long before a key expires people are warned about what ends with it. */
export const WARN_MS = 14 * 86_400_000

/** A rotated key hands both over to the new one. */
function drawEnding(view: View, { key, ending: { webhooks, batches } }: KeyData): Html {
  if (webhooks.length + batches.length === 0) return NOTHING
  const rows = [
    ...webhooks.map(({ id, name }) =>
      endingRow('webhook', linkTo(view, `/webhooks/${id}`), `Webhook ${name}`),
    ),
    ...batches.map(({ id, title }) => endingRow('stack', linkTo(view, `/batches/${id}`), `Batch ${title}`)),
  ]
  const isSoon =
    key.expiresAt !== null && key.rotatedTo === null && Date.parse(key.expiresAt) - view.now <= WARN_MS
  const warning = isSoon
    ? html`<p class="flash flash-attention">${icon('alert')}<span>What is listed below ends with this key on ${dateTime(view, Date.parse(key.expiresAt ?? ''))}. Rotate the key before.</span></p>`
    : NOTHING
  return html`${warning}<section class="box"><div class="box-header"><h2 class="box-title">Ends with this key</h2></div><ul class="box-list">${join(rows)}</ul></section>`
}

const endingRow = (name: string, href: string, text: string): Html =>
  html`<li class="box-row">${icon(name)}<a class="grow" href="${href}">${withoutHiddenCharacters(text)}</a></li>`

function rotation(view: View, key: KeyRecord): Html {
  const names: Readonly<Record<string, string>> = {
    '0': 'No time: it stops working immediately',
    '1h': '1 hour',
    '24h': '24 hours',
    '7d': '7 days',
  }
  const options = Object.keys(GRACES).map(
    (grace) =>
      html`<option value="${grace}"${grace === '24h' ? html` selected` : NOTHING}>${names[grace]}</option>`,
  )
  return html`<section class="box"><div class="box-header"><h2 class="box-title">Rotate</h2></div><div class="box-body"><p class="flush">Creates a key with the same settings. The old key stays valid for a while, so that you can replace it without an interruption.</p><form method="post" action="${formTo(view, `/keys/${key.id}/rotate`)}"><div class="field"><label for="grace">The old key stays valid for</label><select id="grace" name="grace">${join(options)}</select></div><button class="button">${icon('sync')}Rotate key</button></form></div></section>`
}

function revocation(view: View, { key, isWrongName }: KeyData): Html {
  return html`<section class="box box-danger"><div class="box-header"><h2 class="box-title">Revoke</h2></div><div class="box-body"><p class="flush">The key stops working immediately and permanently. This cannot be undone.</p><form method="post" action="${formTo(view, `/keys/${key.id}/revoke`)}"><div class="field"><label for="confirm">Type ${key.name} to confirm</label><input type="text" maxlength="200" id="confirm" name="name" required autocomplete="off" spellcheck="false"${isWrongName ? html` aria-invalid="true" aria-describedby="confirm-error"` : NOTHING}>${isWrongName ? html`<p class="field-error" id="confirm-error">${icon('alert')}<span>This is not the name of the key, so it was not revoked.</span></p>` : NOTHING}</div><button class="button button-danger">${icon('trash')}Revoke key</button></form></div></section>`
}

/** Of commands to try the API. The scripted model of the sandbox understands it, too. */
export const SAMPLE_PROMPT = 'Create docs/hello.md with "Hello, world"'

interface Revealed {
  readonly key: string
  readonly record: KeyRecord
  /** The one that the sample is for; `null`: none yet. */
  readonly project: Project | null
  readonly publicUrl: string
  /** The key that it replaces. */
  readonly replaced: KeyRecord | null
}

/** The only page that shows a key. Like all pages it is never stored by a browser. */
export function revealPage(view: View, { key, record, project, publicUrl, replaced }: Revealed): PageContent {
  return {
    title: 'Copy your new key',
    nav: 'keys',
    body: html`<p class="flash flash-attention" role="alert">${icon('alert')}<span>This page shows the key only once. Copy it now, and store it where you keep your secrets.</span></p>
<div class="box"><div class="box-header"><h2 class="box-title">${record.name}</h2></div><div class="box-body reveal"><code class="secret" aria-label="API key">${key}</code>${copyButton(key, 'API key')}</div></div>
${replaced === null ? NOTHING : oldKey(view, replaced)}
${project === null || !record.scopes.includes('write') ? NOTHING : sample(key, project, publicUrl)}
<p class="section"><a class="button button-primary" href="${linkTo(view, '/keys')}">Done</a></p>`,
  }
}

function oldKey(view: View, { expiresAt }: KeyRecord): Html {
  const at = Date.parse(expiresAt ?? '')
  return html`<p>The old key stops working: <strong>${at <= view.now ? 'now' : dateTime(view, at)}</strong></p>`
}

function sample(key: string, project: Project, publicUrl: string): Html {
  const body = JSON.stringify({ prompt: SAMPLE_PROMPT })
  const command = `curl ${publicUrl}/v2/agent/${project.id}/job \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
  return html`<h2 class="section">Try it</h2><p>This creates a job in ${project.owner}/${project.name}:</p><div class="command"><pre tabindex="0"><code>${command}</code></pre>${copyButton(command, 'command')}</div>`
}
