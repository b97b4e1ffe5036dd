import { html } from 'hono/html'
import { commandOf } from '../../command-line/command-name.ts'
import type { Owner } from '../../config/registration.ts'
import type { NewApp } from '../../github/rest/convert-manifest.ts'
import { type Html, page } from '../pages/page.ts'

const NOTHING = html``

export type Stored =
  | { readonly kind: 'file'; readonly path: string }
  /** `text` is shown. `why`: the file that was chosen could not be written. */
  | { readonly kind: 'shown'; readonly text: string; readonly why: string | null }

interface RegisteredPage {
  readonly app: NewApp
  readonly stored: Stored
  /** ALLOWED_ACCOUNTS covers the owner. */
  readonly isOwnerAllowed: boolean
}

export const registeredPage = ({ app, stored, isOwnerAllowed }: RegisteredPage): Html =>
  page(
    'The App is registered',
    html`${stored.kind === 'file' ? storedNote(stored.path) : shownNote(stored)}
${isOwnerAllowed ? NOTHING : notAllowedNote(app.owner.login)}
<h2>Next: install the App</h2>
<p>Choose the repositories that Prentice may work on. The server is starting now, without a restart.</p>
<p><a class="button" href="${app.pageUrl}/installations/new">Install ${app.slug}</a></p>
<h2>Then</h2>
<ol>
<li>Add the workflow file and the key of your model provider to a repository: <code>${commandOf('workflow')}</code> prints the file.</li>
<li>Create an API key in the <a href="/dashboard">dashboard</a>, or on the command line: <code>${commandOf('keys', `create --account ${app.owner.login} --name first`)}</code></li>
<li>Check everything: <code>${commandOf('doctor')}</code></li>
</ol>
<p><code>docs/install.md</code> describes these steps.</p>`,
  )

const storedNote = (path: string): Html =>
  html`<p class="note">The credentials are in <code>${path}</code> on the server, readable by its user only. The server reads the file at each start. Keep a copy in a safe place: GitHub does not show them again.</p>`

const shownNote = ({ text, why }: Extract<Stored, { kind: 'shown' }>): Html =>
  html`${why === null ? NOTHING : html`<p class="warning" role="alert"><strong>The file was not written:</strong> ${why}.</p>`}
<p class="warning"><strong>Copy the credentials now.</strong> This page shows them once, and neither GitHub nor the server does so again. Set them as variables before the next start of the server.</p>
<label for="credentials">Credentials</label>
<textarea id="credentials" readonly spellcheck="false">${text}</textarea>`

const notAllowedNote = (login: string): Html =>
  html`<p class="warning"><code>ALLOWED_ACCOUNTS</code> does not name <strong>${login}</strong>, so the server ignores its installation. Add it and restart the server.</p>`

/** GitHub has returned, and the server does not expect it: another server process or another browser began. */
export const unexpectedReturnPage = (serverUrl: string): Html =>
  page(
    'This registration was not started here',
    html`<p>The server expects nothing from GitHub in this browser. It was restarted in between, or setup was completed or begun elsewhere.</p>
${lostApp(`${serverUrl}/settings/apps`)}`,
  )

export const unknownCodePage = (place: string): Html =>
  page(
    'GitHub does not know this registration',
    html`<p>The code with which GitHub returned works once, within an hour.</p>${lostApp(place)}<p><a href="/setup/app">Register the App again</a></p>`,
  )

export const failedConversionPage = (why: string, place: string): Html =>
  page(
    'GitHub did not hand over the credentials',
    html`<p class="error" role="alert">${why}.</p>
<p>Reload this page to try again. If that does not help:</p>
${lostApp(place)}<p><a href="/setup/app">Register the App again</a></p>`,
  )

export const fileNotOpenedPage = (why: string): Html =>
  page(
    'The credentials cannot be stored',
    html`<p class="error" role="alert">${why}.</p>
<p>GitHub was not asked for the credentials yet. Correct this on the server within an hour, and reload this page.</p>`,
  )

/** Where an owner finds its Apps. */
export const appsPageOf = (owner: Owner, serverUrl: string): string => {
  switch (owner.kind) {
    case 'person':
      return `${serverUrl}/settings/apps`
    case 'organisation':
      return `${serverUrl}/organizations/${owner.login}/settings/apps`
    case 'enterprise':
      return `${serverUrl}/enterprises/${owner.slug}/settings/apps`
  }
}

const lostApp = (place: string): Html =>
  html`<p>If GitHub has created an App already, its credentials are lost, because GitHub hands them over only once. You find the App in <a href="${place}">the settings of its owner</a>:</p>
<ul>
<li>Delete it there, under <em>Advanced</em>, and register another one.</li>
<li>Or keep it: note its App ID, generate a private key, set a new webhook secret, and start the server with <code>APP_ID</code>, <code>PRIVATE_KEY_FILE</code> and <code>WEBHOOK_SECRET</code>.</li>
</ul>`
