import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSignInCode, exchangeForTokens } from '../accounts/sign-in.ts'
import { readText } from '../rest/read-json.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import type { Account, App } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { page, sendPage } from './page.ts'

const AUTHORIZE = '/login/oauth/authorize'
const TOKEN = '/login/oauth/access_token'

/**
 * The sign-in to an app. Nobody has a password here: the page lists the people, and its visitor chooses who they
 * are. https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 * `null` if the request belongs to another page.
 */
export const serveSignIn = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const url = new URL(request.url ?? '/', state.urls.server)
  const isToken = url.pathname === TOKEN && request.method === 'POST'
  if (!isToken && url.pathname !== AUTHORIZE) return null
  return isToken ? serveTokens(state, request, response) : serveAuthorize(state, request, response, url)
}

const serveTokens = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const answer = exchangeForTokens(state, new URLSearchParams(await readText(request)))
  record(state, 'POST', TOKEN, 200)
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
}

const serveAuthorize = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  const app = state.apps.find(({ clientId }) => clientId === url.searchParams.get('client_id'))
  const method = request.method ?? 'GET'
  if (app === undefined) {
    record(state, method, AUTHORIZE, 404)
    sendPage(response, 404, page('Not Found', ''))
    return
  }
  const back = callbackOf(app, url)
  const login = method === 'POST' ? new URLSearchParams(await readText(request)).get('login') : null
  const location = back === null ? null : answerTo(state, app, url, back, login)
  if (location === null) {
    record(state, method, AUTHORIZE, back === null ? 400 : 200)
    const html = back === null ? mismatchPage(app) : peoplePage(state, app, url)
    sendPage(response, back === null ? 400 : 200, html)
    return
  }
  record(state, method, AUTHORIZE, 302)
  response.writeHead(302, { location }).end()
}

const record = (state: GithubState, method: string, path: string, status: number): void => {
  state.requests.push({ surface: 'web', method, path, status, credential: 'none', at: state.now() })
}

/** One of the registered addresses; `null`: the app asks for another one. */
const callbackOf = (app: App, url: URL): string | null => {
  const asked = url.searchParams.get('redirect_uri') ?? app.callbackUrls[0] ?? ''
  return app.callbackUrls.includes(asked) ? asked : null
}

/** Where the person goes next; `null`: they have not chosen yet. */
const answerTo = (
  state: GithubState,
  app: App,
  { searchParams }: URL,
  back: string,
  login: string | null,
): string | null => {
  if (login === null) return null
  const to = new URL(back)
  const account = peopleOf(state).find((person) => person.login === login)
  if (account === undefined) {
    to.searchParams.set('error', 'access_denied')
    to.searchParams.set('error_description', 'The user has denied your application access.')
  } else {
    const isPkce = searchParams.get('code_challenge_method') === 'S256'
    const challenge = isPkce ? searchParams.get('code_challenge') : null
    to.searchParams.set('code', createSignInCode(state, { app, account, redirectUri: back, challenge }))
  }
  const given = searchParams.get('state')
  if (given !== null) to.searchParams.set('state', given)
  return to.href
}

const peopleOf = (state: GithubState): Account[] => state.accounts.filter(({ type }) => type === 'User')

const mismatchPage = (app: App): string =>
  page(
    'Be careful!',
    `<p>The <code>redirect_uri</code> is not associated with the app ${escapeHtml(app.slug)}.</p>`,
  )

const peoplePage = (state: GithubState, app: App, url: URL): string => {
  const action = escapeHtml(url.pathname + url.search)
  const button = (value: string, text: string): string =>
    `<p><button name="login" value="${escapeHtml(value)}">${escapeHtml(text)}</button></p>`
  const people = peopleOf(state).map(({ login }) => button(login, `Continue as ${login}`))
  return page(
    `Sign in to ${app.slug}`,
    `<p>This GitHub is a sandbox: choose who you are.</p><form method="post" action="${action}">${people.join('')}${button('', 'Cancel')}</form>`,
  )
}
