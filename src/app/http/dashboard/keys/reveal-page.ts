import type { KeyRecord } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'

export interface Revealed {
  readonly key: string
  readonly record: KeyRecord
  /** The one that the sample is for; `null`: there is none yet. */
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
  const body = JSON.stringify({ prompt: 'Fix the typos in README.md' })
  const command = `curl ${publicUrl}/v2/agent/${project.id}/job \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
  return html`<h2 class="section">Try it</h2><p>This creates a job in ${project.owner}/${project.name}:</p><div class="command"><pre tabindex="0"><code>${command}</code></pre>${copyButton(command, 'command')}</div>`
}
