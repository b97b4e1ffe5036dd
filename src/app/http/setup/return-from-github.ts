import { html } from 'hono/html'
import { commandOf } from '../../command-line/command-name.ts'
import { isAllowedAccount } from '../../config/config.ts'
import {
  type AppCredentials,
  formatCredentials,
  type NewCredentialsFile,
} from '../../config/credentials-file.ts'
import type { SetupConfig } from '../../config/read-start.ts'
import type { Owner } from '../../config/registration.ts'
import type { Conversion, NewApp } from '../../github/rest/convert-manifest.ts'
import type { PublicReader } from '../../github/rest/read-publicly.ts'
import { type Html, page } from './page.ts'
import type { Choice } from './setup-form.ts'
import type { SetupGate } from './setup-gate.ts'

/** What the pages of the setup need. */
export interface SetupDeps {
  readonly setup: SetupConfig
  readonly gate: SetupGate
  readonly randomBytes: (size: number) => Buffer
  readonly convert: (code: string) => Promise<Conversion>
  readonly whyNotWritable: (path: string) => Promise<string | null>
  readonly openFile: (path: string) => Promise<NewCredentialsFile>
  /** The action of this installation, to propose it; empty: it is not known. */
  readonly ownAction: () => Promise<string>
  readonly actions: PublicReader
  /** Called when the last page was sent. `isDelivered`: the browser has all of it. */
  readonly onRegistered: (credentials: AppCredentials, isDelivered: boolean) => void
}

export type Callback =
  | {
      readonly kind: 'registered'
      readonly status: 200
      readonly page: Html
      readonly credentials: AppCredentials
    }
  /** The code may still be good. */
  | { readonly kind: 'again'; readonly status: 502 | 503; readonly page: Html }
  | { readonly kind: 'refused'; readonly status: 403; readonly page: Html }

/** Opens the file, asks GitHub for the credentials, and stores them, in this order: GitHub hands them over only once. */
export async function returnFromGithub(deps: SetupDeps, choice: Choice, code: string): Promise<Callback> {
  const { serverUrl, credentialsFile } = deps.setup
  const opened = choice.storage === 'file' ? await open(deps, credentialsFile) : null
  if (opened?.kind === 'failed') return { kind: 'again', status: 503, page: fileNotOpenedPage(opened.why) }
  const file = opened?.file ?? null
  const conversion = await deps.convert(code)
  const place = appsPageOf(choice.owner, serverUrl)
  if (conversion.kind !== 'converted') await file?.discard()
  switch (conversion.kind) {
    case 'unknown-code':
      return { kind: 'refused', status: 403, page: unknownCodePage(place) }
    case 'failed':
      return { kind: 'again', status: 502, page: failedConversionPage(conversion.why, place) }
    case 'converted': {
      const { app } = conversion
      const credentials = credentialsOf(app, deps, choice)
      const stored = await store(file, credentials, credentialsFile)
      const page = registeredPage({ app, stored, isOwnerAllowed: isAllowed(app, deps) })
      return { kind: 'registered', status: 200, page, credentials }
    }
  }
}

type Opened =
  | { readonly kind: 'open'; readonly file: NewCredentialsFile }
  | { readonly kind: 'failed'; readonly file: null; readonly why: string }

const open = (deps: SetupDeps, path: string): Promise<Opened> =>
  deps.openFile(path).then(
    (file) => ({ kind: 'open', file }),
    (error: unknown) => ({ kind: 'failed', file: null, why: `${path} cannot be written (${codeOf(error)})` }),
  )

async function store(
  file: NewCredentialsFile | null,
  credentials: AppCredentials,
  path: string,
): Promise<Stored> {
  const text = formatCredentials(credentials)
  if (file === null) return { kind: 'shown', text, why: null }
  try {
    await file.write(text)
    return { kind: 'file', path }
  } catch (error) {
    await file.discard().catch(() => undefined)
    return { kind: 'shown', text, why: `${path} (${codeOf(error)})` }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const credentialsOf = (app: NewApp, { setup }: SetupDeps, { action }: Choice): AppCredentials => ({
  appId: app.appId,
  privateKey: app.privateKey,
  webhookSecret: app.webhookSecret,
  clientSecret: app.clientSecret,
  account: setup.allowedAccounts === null ? app.owner : null,
  action: action?.uses ?? null,
})

const isAllowed = ({ owner }: NewApp, { setup }: SetupDeps): boolean =>
  setup.allowedAccounts === null || isAllowedAccount(setup.allowedAccounts)(owner)

const NOTHING = html``

type Stored =
  | { readonly kind: 'file'; readonly path: string }
  /** `text` is shown. `why`: the file that was chosen could not be written. */
  | { readonly kind: 'shown'; readonly text: string; readonly why: string | null }

interface RegisteredPage {
  readonly app: NewApp
  readonly stored: Stored
  /** ALLOWED_ACCOUNTS covers the owner. */
  readonly isOwnerAllowed: boolean
}

const registeredPage = ({ app, stored, isOwnerAllowed }: RegisteredPage): Html =>
  page(
    'The App is registered',
    html`${stored.kind === 'file' ? storedNote(stored.path) : shownNote(stored)}
${isOwnerAllowed ? NOTHING : notAllowedNote(app.owner.login)}
<h2>Next: install the App</h2>
<p>Choose the repositories that Prentice may work on. The server is starting now, without a restart. GitHub then leads you back here, to sign in with your account.</p>
<p><a class="button" href="${app.pageUrl}/installations/new">Install ${app.slug}</a></p>
<h2>Then</h2>
<ol>
<li>The page of your repository says what it still needs, and has a button for each: <em>Add the file</em> opens GitHub’s editor with the workflow file, and <em>Secrets of the repository</em> is where the key of your model provider belongs.</li>
<li>When it is <em>Ready</em>, start the first job there.</li>
</ol>
<p>On the command line, <code>${commandOf('doctor')}</code> checks the whole server. <code>docs/install.md</code> describes all steps.</p>`,
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

const unknownCodePage = (place: string): Html =>
  page(
    'GitHub does not know this registration',
    html`<p>The code with which GitHub returned works once, within an hour.</p>${lostApp(place)}<p><a href="/setup/app">Register the App again</a></p>`,
  )

const failedConversionPage = (why: string, place: string): Html =>
  page(
    'GitHub did not hand over the credentials',
    html`<p class="error" role="alert">${why}.</p>
<p>Reload this page to try again. If that does not help:</p>
${lostApp(place)}<p><a href="/setup/app">Register the App again</a></p>`,
  )

const fileNotOpenedPage = (why: string): Html =>
  page(
    'The credentials cannot be stored',
    html`<p class="error" role="alert">${why}.</p>
<p>GitHub was not asked for the credentials yet. Correct this on the server within an hour, and reload this page.</p>`,
  )

/** Where an owner finds its Apps. */
const appsPageOf = (owner: Owner, serverUrl: string): string => {
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
