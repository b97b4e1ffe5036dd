import { html } from 'hono/html'
import type { SetupConfig } from '../../config/read-start.ts'
import { newAppUrl, type Owner, prefilledFormUrl } from '../../config/registration.ts'
import { type Html, page } from './page.ts'
import { TOKEN_MINUTES, type WhyClosed } from './setup-gate.ts'

const NOTHING = html``

export const tokenPage = (error: string | null): Html =>
  page(
    'Set up this server',
    html`<p>This server has no GitHub App yet. Enter the setup token that it printed on its terminal, or in its log, when it started.</p>
<form method="post" action="/setup">
<label for="token">Setup token</label>
<input class="token" type="text" id="token" name="token" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" ${describedBy(error)}>
${errorLine(error)}
<p class="hint">The token works once, for ${TOKEN_MINUTES} minutes after the start of the server.</p>
<button>Continue</button>
</form>`,
  )

const describedBy = (error: string | null): Html =>
  error === null ? NOTHING : html`aria-invalid="true" aria-describedby="error"`

const errorLine = (error: string | null): Html =>
  error === null ? NOTHING : html`<p class="error" id="error" role="alert">${error}</p>`

const CLOSED: Readonly<Record<WhyClosed, string>> = {
  'token-expired': `Nobody entered the setup token within ${TOKEN_MINUTES} minutes.`,
  'session-expired': 'The setup was not completed within an hour.',
  done: 'The App is registered, and the server is starting.',
}

export const closedPage = (why: WhyClosed): Html =>
  page(
    'Setup is closed',
    why === 'done'
      ? html`<p>${CLOSED[why]}</p>`
      : html`<p>${CLOSED[why]} Restart the server: it prints a new token.</p>`,
  )

export const otherBrowserPage = (): Html =>
  page(
    'Setup is open in another browser',
    html`<p>The setup token works once, and it was used. Continue in the browser in which it was entered. If that was not you, restart the server: it prints a new token, and the other browser is locked out.</p>`,
  )

export const foreignOriginPage = (publicUrl: string): Html =>
  page(
    'Open the setup page at the public address',
    html`<p>The form was not sent from <code>${publicUrl}</code>. Open <a href="${publicUrl}/setup">${publicUrl}/setup</a>: GitHub returns to that address, so setup works only there. If the address is wrong, correct <code>PUBLIC_URL</code> and restart the server.</p>`,
  )

interface ChoicePage {
  readonly setup: SetupConfig
  readonly fields: ChoiceFields
  readonly invalid: Extract<ReadChoice, { kind: 'invalid' }> | null
  /** Why GitHub cannot reach the server. */
  readonly unreachable: string | null
  /** Why the file cannot be written. */
  readonly notWritable: string | null
}

export const choicePage = ({ setup, fields, invalid, unreachable, notWritable }: ChoicePage): Html =>
  page(
    'Register the GitHub App',
    html`${unreachable === null ? NOTHING : unreachableNote(unreachable)}
<p>You register an App on <strong>${new URL(setup.serverUrl).host}</strong> for the server at <strong>${setup.publicUrl}</strong>. Sign in to GitHub first, with an account that may create Apps of the owner.</p>
${errorLine(invalid?.message ?? null)}
<form method="post" action="/setup/app">
<fieldset>
<legend>Who owns the App?</legend>
${radio('owner', 'person', fields.owner, 'My personal account')}
${radio('owner', 'organisation', fields.owner, 'An organisation')}
<div class="field">${textField('organisation', 'Name of the organisation', fields, invalid)}</div>
${radio('owner', 'enterprise', fields.owner, 'An enterprise')}
<div class="field">${textField('enterprise', 'Name of the enterprise', fields, invalid)}</div>
<p class="hint">Only this account can install the App. The organisations of an enterprise can install its App.</p>
</fieldset>
<fieldset>
<legend>Where do the credentials go?</legend>
${radio('storage', 'file', fields.storage, html`Into the file <code>${setup.credentialsFile}</code> of the server, readable by its user only`)}
${notWritable === null ? NOTHING : html`<p class="field error">Not possible: ${notWritable}.</p>`}
${radio('storage', 'page', fields.storage, 'Onto a page, once, for a secret store of your own')}
</fieldset>
${setup.actionRef === null ? actionField(setup, fields, invalid) : NOTHING}
<button>Continue</button>
</form>`,
  )

const radio = (name: string, value: string, chosen: string, text: string | Html): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}" required${chosen === value ? html` checked` : NOTHING}><span>${text}</span></label>`

const textField = (
  name: 'organisation' | 'enterprise' | 'action',
  label: string,
  fields: ChoiceFields,
  invalid: ChoicePage['invalid'],
): Html =>
  html`<label for="${name}">${label}</label>
<input type="text" id="${name}" name="${name}" value="${fields[name]}" autocomplete="off" autocapitalize="none" spellcheck="false" ${invalid?.field === name ? describedBy(invalid.message) : NOTHING}>`

const actionField = (
  { serverUrl }: SetupConfig,
  fields: ChoiceFields,
  invalid: ChoicePage['invalid'],
): Html =>
  html`<fieldset>
<legend>Where is the action?</legend>
<p>Each run executes the action of Prentice, from a repository on <strong>${new URL(serverUrl).host}</strong>: push this repository there, and name it. Workflow files name it in their line <code>uses:</code>.</p>
${textField('action', 'owner/name@ref, with a commit, a tag or a branch', fields, invalid)}
<p class="hint">A tag or a branch is replaced by its commit. If it is private, let your other repositories use it: <em>Settings → Actions → General → Access</em>.</p>
</fieldset>`

const unreachableNote = (why: string): Html =>
  html`<div class="warning" role="note"><p><strong>GitHub cannot reach this server:</strong> ${why}. Webhooks and GitHub-hosted runners would not arrive.</p>
<ul>
<li>Put a tunnel or a reverse proxy with a public name in front of the server, set <code>PUBLIC_URL</code> to that address, and restart the server.</li>
<li>Or use the action without a server, in standalone mode: see <code>docs/action.md</code>.</li>
</ul></div>`

interface ConfirmPage {
  readonly owner: Owner
  readonly setup: SetupConfig
  readonly manifest: Readonly<Record<string, unknown>>
  readonly state: string
  readonly unreachable: string | null
  readonly action: ChosenAction | null
}

/** Its form goes to GitHub, with the manifest. */
export const confirmPage = ({ owner, setup, manifest, state, unreachable, action }: ConfirmPage): Html =>
  page(
    'Continue on GitHub',
    html`${unreachable === null ? NOTHING : unreachableNote(unreachable)}
<p>GitHub asks you for the name of the App and creates it for <strong>${ownerText(owner)}</strong>. The name must be unique on ${new URL(setup.serverUrl).host}. Then GitHub returns to this server.</p>
${action === null ? NOTHING : actionNote(action)}
<form method="post" action="${newAppUrl({ owner, serverUrl: setup.serverUrl })}?state=${state}">
<input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
<button>Continue to GitHub</button>
</form>
<p><a href="/setup/app">Choose another owner</a></p>
<details><summary>What is sent to GitHub</summary><pre>${JSON.stringify(manifest, null, 2)}</pre></details>`,
  )

const actionNote = ({ uses, doubt }: ChosenAction): Html =>
  doubt === null
    ? html`<p>Workflow files will name the action <code>${uses}</code>.</p>`
    : html`<div class="warning" role="note"><p><strong>It is not known whether <code>${uses}</code> exists:</strong> ${doubt}. Without it, every run fails. <a href="/setup/app">Choose another action</a></p></div>`

const ownerText = (owner: Owner): string => {
  switch (owner.kind) {
    case 'person':
      return 'your personal account'
    case 'organisation':
      return owner.login
    case 'enterprise':
      return owner.slug
  }
}

/** GitHub takes no manifest for an App of an enterprise, so its form is filled in and the credentials are set by hand. */
export const enterprisePage = ({
  owner,
  setup,
  action,
}: Pick<ConfirmPage, 'owner' | 'setup' | 'action'>): Html =>
  page(
    'Register the App of an enterprise',
    html`<p>For an App of an enterprise, GitHub does not hand the credentials to this server. You set them yourself, in four steps.</p>
<ol>
<li><a href="${prefilledFormUrl({ owner, serverUrl: setup.serverUrl, publicUrl: setup.publicUrl })}">Open the form on GitHub</a>. Its permissions and events are filled in.</li>
<li>Enter a webhook secret there, for example the output of <code>openssl rand -hex 32</code>, and create the App.</li>
<li>Note the App ID, generate a private key, and generate a client secret, with which people sign in to the dashboard.</li>
<li>Set <code>APP_ID</code>, <code>PRIVATE_KEY_FILE</code>, <code>WEBHOOK_SECRET</code>, <code>CLIENT_SECRET</code> and <code>ALLOWED_ACCOUNTS</code>${action === null ? NOTHING : html`, and <code>ACTION_REF</code> to <code>${action.uses}</code>`}, and restart the server.</li>
</ol>${action === null ? NOTHING : actionNote(action)}
<p><a href="/setup/app">Choose another owner</a></p>`,
  )

/** Where the credentials go: a file on the server, or a page that shows them once. */
export type Storage = 'file' | 'page'

/** What the operator has chosen. */
export interface Choice {
  readonly owner: Owner
  readonly storage: Storage
  /** `null`: ACTION_REF is set. */
  readonly action: ChosenAction | null
}

interface ChosenAction {
  /** As in `uses:`, at a commit if GitHub shows which one it is. */
  readonly uses: string
  /** Why it is not known that it exists; `null`: it does. */
  readonly doubt: string | null
}

/** The fields as they were sent, to fill in the form again. */
export interface ChoiceFields {
  readonly owner: string
  readonly organisation: string
  readonly enterprise: string
  readonly storage: string
  readonly action: string
}

export const EMPTY_CHOICE: ChoiceFields = {
  owner: '',
  organisation: '',
  enterprise: '',
  storage: 'file',
  action: '',
}

export type ReadChoice =
  | { readonly kind: 'choice'; readonly choice: Omit<Choice, 'action'> }
  | { readonly kind: 'invalid'; readonly field: keyof ChoiceFields; readonly message: string }

/** https://docs.github.com/en/enterprise-cloud@latest/admin/concepts/identity-and-access-management/username-considerations-for-external-authentication */
const LOGIN = /^[a-z\d_-]{1,39}$/i
const SLUG = /^[a-z\d_-]{1,60}$/i

export const choiceFields = (form: URLSearchParams): ChoiceFields => {
  const field = (name: string): string => (form.get(name) ?? '').trim().slice(0, 200)
  return {
    owner: field('owner'),
    organisation: field('organisation'),
    enterprise: field('enterprise'),
    storage: field('storage'),
    action: field('action'),
  }
}

export function readChoice(fields: ChoiceFields): ReadChoice {
  const { storage } = fields
  if (storage !== 'file' && storage !== 'page')
    return { kind: 'invalid', field: 'storage', message: 'Choose where the credentials go.' }
  switch (fields.owner) {
    case 'person':
      return { kind: 'choice', choice: { owner: { kind: 'person' }, storage } }
    case 'organisation':
      if (!LOGIN.test(fields.organisation))
        return { kind: 'invalid', field: 'organisation', message: NO_LOGIN }
      return {
        kind: 'choice',
        choice: { owner: { kind: 'organisation', login: fields.organisation }, storage },
      }
    case 'enterprise':
      if (!SLUG.test(fields.enterprise)) return { kind: 'invalid', field: 'enterprise', message: NO_SLUG }
      return { kind: 'choice', choice: { owner: { kind: 'enterprise', slug: fields.enterprise }, storage } }
    default:
      return { kind: 'invalid', field: 'owner', message: 'Choose who owns the App.' }
  }
}

const NO_LOGIN = 'Enter the name of the organisation as in its address on GitHub, for example acme.'
const NO_SLUG = 'Enter the name of the enterprise as in its address on GitHub, for example acme-inc.'
