/**
 * How to build a page of the dashboard:
 *
 * 1. A folder `src/app/http/dashboard/<area>` has a `PageModule` (page-module.ts): its routes below `/dashboard`, and its
 *    own styles and browser scripts. dashboard-routes.ts lists the modules.
 * 2. A handler asks for rights first: `requireProject(deps, c, id, 'read' | 'write' | 'admin')` or `requireAccount`
 *    (guard.ts). It then calls the use cases that `/v2` calls, and answers with `render`, `renderPart` or
 *    `redirectWithFlash` (respond.ts). Forms are read with `readForm` (form.ts), which is told what each field
 *    may hold; `onlySameOrigin` (guard.ts) protects them.
 * 3. Functions that draw are pure: `(view, data) => Html`. Links are made with `linkTo(view, '/jobs')`. Times are drawn
 *    with `when`, numbers with `number` and `money` (formats.ts), icons with `icon` (html.ts).
 * 4. Every element with an `hx-…` attribute carries `hx-nonce="${view.nonce}"`; no inline script or style, no `hx-on`,
 *    no `js:` values: the content security policy in respond.ts forbids them. Every page works without JavaScript.
 */
import type { Assets } from '../assets/assets.ts'
import { type Html, html, icon, join, NOTHING, raw, withCode } from './html.ts'
import { linkTo, type View, type Viewer } from './view.ts'

/** A page, as a handler gives it to `render`. */
export interface PageContent {
  /** Of the window and of the heading. */
  readonly title: string
  /** The entry of the navigation that the page belongs to; `null`: none. */
  readonly nav: NavEntry | null
  readonly body: Html
  /** Beside the heading, for example the main button. */
  readonly actions?: Html
  /** Replaces the heading made of `title`; contains one `h1`. */
  readonly heading?: Html
  /** Before the title of the window: the state of what the page shows. */
  readonly titlePrefix?: string
  /** The icon of the window, as `data:` URL; default: the mark of the product. */
  readonly favicon?: string
  /** A wider column, for logs and diffs. */
  readonly isWide?: boolean
}

export type NavEntry = 'home' | 'jobs' | 'projects' | 'keys' | 'webhooks' | 'usage' | 'audit'

export interface Flash {
  readonly tone: 'success' | 'danger'
  readonly text: string
}

const NAV = [
  { name: 'jobs', text: 'Jobs', icon: 'rocket' },
  { name: 'projects', text: 'Projects', icon: 'repo' },
  { name: 'keys', text: 'API keys', icon: 'key' },
  { name: 'webhooks', text: 'Webhooks', icon: 'webhook' },
  { name: 'usage', text: 'Usage', icon: 'graph' },
  { name: 'audit', text: 'Audit log', icon: 'log' },
] as const

export interface LayoutOptions {
  readonly assets: Pick<Assets, 'stylePath' | 'scriptPath'>
  readonly flash: Flash | null
  /** Of an operator's server, where the App is installed on further accounts; `null`: unknown. */
  readonly installUrl: string | null
}

const SHAPE =
  '<rect width="16" height="16" rx="4" fill="#1f6feb"/><path d="M5 12V4h3.5a2.5 2.5 0 0 1 0 5H5" fill="none" stroke="#fff" stroke-width="1.8"/>'
/** As on the setup page. */
const MARK = raw(
  `<svg class="mark" aria-hidden="true" focusable="false" viewBox="0 0 16 16" width="32" height="32">${SHAPE}</svg>`,
)
const FAVICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${SHAPE}</svg>`)}`

/** The whole document around a page. */
export function layout(view: View, content: PageContent, options: LayoutOptions): Html {
  const title = `${content.titlePrefix ?? ''}${content.title}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content='{"includeIndicatorCSS":false,"extensions":"hx-csp, sse","sse":{"reconnectMaxDelay":10000}}'>
<title>${title} · Prentice</title>
<link rel="stylesheet" href="${options.assets.stylePath}">
<script src="${options.assets.scriptPath}" nonce="${view.nonce}" defer></script>
<link rel="icon" href="${content.favicon ?? FAVICON}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="${linkTo(view, '')}">${MARK}<span>Prentice</span></a>
${view.viewer === null ? NOTHING : nav(view, content.nav)}
${view.viewer === null ? NOTHING : personMenu(view, view.viewer, options)}
</header>
<main id="main" tabindex="-1"${content.isWide ? html` class="wide"` : NOTHING}>
<div id="flash" role="status" aria-live="polite">${options.flash === null ? NOTHING : flashBox(options.flash)}</div>
${view.viewer === null ? NOTHING : singleSignOnNotes(view.viewer)}
${heading(content)}
${content.body}
</main>
</body>
</html>
`
}

const heading = ({ title, actions, heading: own }: PageContent): Html =>
  own ??
  html`<div class="heading"><h1>${title}</h1>${actions === undefined ? NOTHING : html`<div class="actions">${actions}</div>`}</div>`

export const flashBox = ({ tone, text }: Flash): Html =>
  html`<p class="flash flash-${tone}">${icon(tone === 'success' ? 'check-circle' : 'alert')}<span>${withCode(text)}</span></p>`

function nav(view: View, current: NavEntry | null): Html {
  return html`<nav class="nav" aria-label="Main"><ul>${NAV.map(
    (entry) =>
      html`<li><a href="${linkTo(view, `/${entry.name}`)}"${entry.name === current ? html` aria-current="page"` : NOTHING}>${icon(entry.icon)}<span data-text="${entry.text}">${entry.text}</span></a></li>`,
  )}</ul></nav>`
}

function personMenu(view: View, { session, access }: Viewer, { installUrl }: LayoutOptions): Html {
  const { login } = session.record.person
  const accounts = access.accounts.map((account) => {
    const isCurrent = account.id === view.account?.id
    const href = `${view.path}?account=${encodeURIComponent(account.login)}`
    return html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : NOTHING}>${icon(account.type === 'User' ? 'person' : 'organization')}<span>${account.login}</span></a></li>`
  })
  return html`<div class="menus">
${view.account === null ? NOTHING : html`<details class="menu"><summary aria-label="Account: ${view.account.login}">${icon(view.account.type === 'User' ? 'person' : 'organization')}<span class="label">${view.account.login}</span>${icon('triangle-down')}</summary><div class="overlay"><p class="overlay-title">Accounts</p><ul>${join(accounts)}${installUrl === null ? NOTHING : html`<li><a href="${installUrl}">${icon('plus')}<span>Install on another account</span></a></li>`}</ul></div></details>`}
<details class="menu"><summary aria-label="Signed in as ${login}"><span class="avatar" aria-hidden="true">${login.slice(0, 1).toUpperCase()}</span>${icon('triangle-down')}</summary><div class="overlay overlay-end"><p class="overlay-title">Signed in as ${login}</p>
<form method="post" action="/dashboard/sign-out"><button class="menu-item">${icon('sign-out')}<span>Sign out</span></button></form>
<form method="post" action="/dashboard/sign-out-everywhere"><button class="menu-item">${icon('shield-lock')}<span>Sign out everywhere</span></button></form></div></details>
</div>`
}

function singleSignOnNotes({ access }: Viewer): Html {
  return join(
    access.singleSignOn.map(
      ({ organizationId, url }) =>
        html`<p class="flash flash-attention">${icon('shield-lock')}<span>The organization ${organizationId} requires single sign-on. Sign in to it to see its projects.${url === null ? NOTHING : html` <a href="${url}">Sign in to the organization</a>`}</span></p>`,
    ),
  )
}
