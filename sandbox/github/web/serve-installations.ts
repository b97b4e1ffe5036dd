import type { IncomingMessage, ServerResponse } from 'node:http'
import { readText } from '../rest/read-json.ts'
import type { GithubState } from '../state/state.ts'
import {
  changePermissions,
  configure,
  install,
  notFound,
  type Respond,
  shown,
} from './change-installation.ts'
import { appHtml } from './installation-html.ts'
import { sendPage } from './page.ts'

const APP = /^\/(?:github-)?apps\/([^/]+)(\/installations\/new)?$/
const INSTALLATION = /^(?:\/organizations\/[^/]+)?\/settings\/installations\/(\d+)$/
const APP_SETTINGS = /^(?:\/organizations\/[^/]+)?\/settings\/apps\/([^/]+)\/permissions$/

/**
 * The pages on which the owner of an account installs an app and changes its installation, and the owner of the app its
 * permissions. Nobody signs in: the visitor is the owner. `null` if the request belongs to another page.
 */
export const serveInstallations = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const url = new URL(request.url ?? '/', state.urls.server)
  const respond = responderFor(state, url)
  return respond === null ? null : serve(state, request, response, { path: url.pathname, respond })
}

const responderFor = (state: GithubState, { pathname, searchParams }: URL): Respond | null => {
  const [, slug, isNew] = APP.exec(pathname) ?? []
  if (slug !== undefined) {
    const app = state.apps.find((one) => one.slug === slug)
    if (app === undefined) return notFound
    if (isNew === undefined) return () => shown(appHtml(app))
    return (fields) => install(state, app, { target: searchParams.get('target_id'), fields })
  }
  const [, id] = INSTALLATION.exec(pathname) ?? []
  if (id !== undefined) {
    const installation = state.installations.get(Number(id))
    return installation ? (fields) => configure(state, installation, fields) : notFound
  }
  const [, changed] = APP_SETTINGS.exec(pathname) ?? []
  if (changed === undefined) return null
  const app = state.apps.find((one) => one.slug === changed)
  return app ? (fields) => changePermissions(state, app, fields) : notFound
}

const serve = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  { path, respond }: { path: string; respond: Respond },
): Promise<void> => {
  const { method = 'GET' } = request
  const answer = respond(method === 'POST' ? new URLSearchParams(await readText(request)) : null)
  const { status } = answer
  state.requests.push({ surface: 'web', method, path, status, credential: 'none', at: state.now() })
  if ('location' in answer) response.writeHead(status, { location: answer.location }).end()
  else sendPage(response, status, answer.html)
}
