import type { Context } from 'hono'
import { PROMPT_LIMIT } from '../../../../contract/job.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { StoreContended, StoreFull, StoreUnavailable, WriteUnconfirmed } from '../../../store/store.ts'
import { errorResponse } from '../../shared/http-error.ts'
import { createBodyBudget } from '../../shared/read-body.ts'
import { secondsUntil, tooManyRequests } from '../../shared/too-many-requests.ts'
import { readAnyForm } from './form.ts'
import { sentence } from './formats.ts'
import { AskedTooOften } from './github-reads.ts'
import { type Html, html, icon, join, longText, NOTHING, withCode } from './html.ts'
import { flashBox } from './layout.ts'
import type { PageDeps } from './page-module.ts'
import { isPart, NoAccount, PageError, type PageStatus, render, renderPart } from './respond.ts'
import { type DashboardEnv, linkTo, type View, viewOf } from './view.ts'

/** An error as a page: what is wrong and what to do. */
export async function errorPage(
  deps: Pick<PageDeps, 'assets' | 'publicUrl' | 'installUrl'> & {
    /** Of an error that nobody expected; the page shows the id of the request. */
    readonly logError: (c: Context<DashboardEnv>, error: unknown) => string
  },
  c: Context<DashboardEnv>,
  error: unknown,
): Promise<Response> {
  const view = viewOf(c)
  const { status, headers, unexpected } = errorResponse(asHttpError(view, error))
  const id = unexpected ? deps.logError(c, error) : null
  for (const name of ['retry-after', 'allow']) if (headers[name] !== undefined) c.header(name, headers[name])
  const text = explainError(error, status)
  if (isPart(c)) {
    // htmx puts the body of an error where the part would go: the page keeps what it shows, and says what is wrong above.
    c.header('hx-retarget', '#flash')
    c.header('hx-reswap', 'innerHTML')
    return renderPart(c, flashBox({ tone: 'danger', text }), pageStatus(status))
  }
  if (error instanceof NoAccount) {
    const { title, body } = await noAccount(deps, view, text)
    return render(deps, c, { title, nav: null, body, heading: NOTHING }, pageStatus(status))
  }
  const title = titleOf(status)
  const kept = error instanceof WriteUnconfirmed ? null : await keepForm(c, status)
  return render(
    deps,
    c,
    { title, nav: null, body: errorBody(view, { status, text, id, kept }), heading: NOTHING },
    pageStatus(status),
  )
}

/** For somebody new, who lacks no right but the first step. */
async function noAccount(
  { installUrl }: Pick<PageDeps, 'installUrl'>,
  view: View,
  text: string,
): Promise<{ readonly title: string; readonly body: Html }> {
  const [suspended] = view.viewer?.access.suspended ?? []
  if (suspended !== undefined) {
    const open = html`<a class="button button-primary" href="${suspended.url}">Open on GitHub</a>`
    return {
      title: 'The App is suspended',
      body: firstStep(view, {
        title: 'The App is suspended',
        text: `An owner of ${suspended.login} has suspended the App, so no jobs run there. An owner can unsuspend it on GitHub.`,
        open,
      }),
    }
  }
  const url = await installUrl()
  const install =
    url === null
      ? NOTHING
      : html`<a class="button button-primary" href="${url}">${icon('plus')}Install on GitHub</a>`
  return {
    title: 'Install the App first',
    body: firstStep(view, { title: 'Install the App first', text, open: install }),
  }
}

const firstStep = (
  view: View,
  { title, text, open }: { readonly title: string; readonly text: string; readonly open: Html },
): Html => html`<div class="blank">${icon('package')}<h1>${title}</h1><p class="muted">${text}</p>
<div class="row">${open}<a class="button" href="${linkTo(view, '')}">See all steps</a></div></div>`

function asHttpError(view: View, error: unknown): unknown {
  if (!(error instanceof AskedTooOften)) return error
  return tooManyRequests(error.message, secondsUntil(error.againAt, view.now))
}

const TITLES = new Map([
  [401, 'You are signed out'],
  [403, 'You are not allowed to do this'],
  [404, 'Page not found'],
  [413, 'The request is too large'],
  [429, 'Too many requests'],
  [503, 'Not available right now'],
])

const titleOf = (status: number): string =>
  TITLES.get(status) ?? (status < 500 ? 'This request is not valid' : 'Something went wrong')

const PAGE_STATUSES: readonly PageStatus[] = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503]

const pageStatus = (status: number): PageStatus =>
  PAGE_STATUSES.find((known) => known === status) ?? (status < 500 ? 400 : 500)

interface ErrorBody {
  readonly status: number
  readonly text: string
  /** Of the request, in the log of the server. */
  readonly id: string | null
  readonly kept: KeptForm | null
}

function errorBody(view: View, { status, text, id, kept }: ErrorBody): Html {
  const way =
    status === 401
      ? html`<a class="button button-primary" href="/dashboard/sign-in"${kept === null ? NOTHING : html` target="_blank"`}>Sign in with GitHub</a>`
      : html`<a class="button" href="${linkTo(view, '')}">Back to the dashboard</a>`
  const rest =
    kept === null
      ? html`<p>${way}</p>`
      : html`<p class="muted">${status === 401 ? 'Nothing was done, and what you typed is still here. Sign in (this opens a new tab), then come back and send it again.' : 'Nothing was done, and what you typed is still here.'}</p>${drawKeptForm(kept, way)}`
  return html`<div class="blank">${icon('alert')}<h1>${withCode(text)}</h1>
${id === null ? NOTHING : html`<p class="muted"><code>Request ${id}</code></p>`}
${rest}</div>`
}

/** What is wrong and what to do, in the words of the dashboard. The texts of the API are for its callers. */
function explainError(error: unknown, status: number): string {
  if (error instanceof PageError) return error.message
  if (error instanceof AskedTooOften)
    return 'You have caused too many requests to GitHub. Try again in a minute.'
  if (error instanceof GithubUnavailable)
    return 'GitHub cannot be reached right now. Try again in a few seconds.'
  // Written for people, too, and stored with jobs.
  if (error instanceof GithubRefused) return sentence(error.reason.message)
  if (error instanceof StoreFull)
    return 'The database of the server is full, so nothing was changed. Try again when the operator has freed space.'
  if (error instanceof StoreContended)
    return 'Too many requests change the same record, so nothing was changed. Try again in a few seconds.'
  if (error instanceof WriteUnconfirmed)
    return 'The server does not know whether the change was made. Load the page again to see.'
  if (error instanceof StoreUnavailable)
    return 'The server cannot reach its database, so nothing was changed. Try again in a few seconds.'
  return textOf(status)
}

const TEXTS = new Map([
  [404, 'There is no such page, or you have no access to it.'],
  [413, 'The form has more text, or more fields, than the server accepts. Shorten it, then send it again.'],
  [429, 'There were too many requests. Try again later.'],
  [503, 'The server cannot answer right now. Try again in a few seconds.'],
])

const textOf = (status: number): string =>
  TEXTS.get(status) ??
  (status < 500
    ? 'The server cannot read this request. Go back, and try again.'
    : 'The server could not do this. Its log has the request ID below.')

/** Bytes of the forms of people who are not signed in, and of the pages that keep them, until they have read theirs. */
const ALL_FORMS_LIMIT = 32 * 1024 * 1024
const budget = createBodyBudget(ALL_FORMS_LIMIT)
/** The longest prompt fits, also of quotes alone. */
const MOST_DRAWN = 6 * PROMPT_LIMIT + 200_000
/** Anybody can post a form: of people who are not signed in, so many bytes are read, and drawn. */
const MOST_OF_VISITOR = 128 * 1024

/** A request that nothing came of, and that may succeed later as it was. */
const MAY_SUCCEED = [401, 429, 503]

/** What a person posted, to be sent again: browsers do not restore the fields of a page that they may not store. */
interface KeptForm {
  readonly action: string
  readonly fields: readonly (readonly [string, string])[]
}

/** `null`: there is nothing to send again. */
async function keepForm(c: Context<DashboardEnv>, status: number): Promise<KeptForm | null> {
  if (c.req.method !== 'POST' || !MAY_SUCCEED.includes(status)) return null
  const share = budget.open()
  c.env.outgoing.once('close', () => share.release())
  const isVisitor = viewOf(c).viewer === null
  try {
    const fields = [...(await readAnyForm(c, isVisitor ? { most: MOST_OF_VISITOR, share } : {}))]
    const { pathname, search } = new URL(c.req.url)
    const drawn = drawnLength(fields)
    const most = isVisitor ? MOST_OF_VISITOR : MOST_DRAWN
    if (drawn === 0 || drawn > most || (isVisitor && !share.take(drawn))) return null
    return { action: `${pathname}${search}`, fields }
  } catch {
    // The page of the error that came first says enough.
    share.release()
    return null
  }
}

/** The elements around a field. */
const OF_FIELD = 50

/** Characters in the page, where `"` takes six; of much longer forms, at least `MOST_DRAWN`. */
function drawnLength(fields: KeptForm['fields']): number {
  let length = fields.length * OF_FIELD
  for (const text of fields.flat()) {
    length += text.length
    for (let at = 0; at < text.length && length <= MOST_DRAWN; at++)
      length += isEscaped(text.charCodeAt(at)) ? 5 : 0
  }
  return length
}

/** `"`, `&`, `'`, `<` and `>`. */
const isEscaped = (code: number): boolean =>
  code === 0x22 || code === 0x26 || code === 0x27 || code === 0x3c || code === 0x3e

/** `before`: what comes first, for example the sign-in. */
function drawKeptForm({ action, fields }: KeptForm, before: Html): Html {
  return html`<form class="kept" method="post" action="${action}">${join(fields.map(([name, value]) => drawField('What you typed', name, value)))}
<div class="row">${before}<button class="button">Send again</button></div></form>`
}

/** The prompt can be read, copied and changed; the rest is as it was. */
const drawField = (label: string, name: string, value: string): Html =>
  name === 'prompt'
    ? html`<div class="field"><label for="kept">${label}</label><textarea id="kept" name="prompt" rows="8">
${longText(value)}</textarea></div>`
    : html`<input type="hidden" name="${name}" value="${longText(value)}">`
