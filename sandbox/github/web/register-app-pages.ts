import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findAccount } from '../accounts/accounts.ts'
import { registerApp } from '../accounts/register-app.ts'
import { readText } from '../rest/read-json.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import type { Account } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import { page, sendPage } from './page.ts'
import { type AppManifest, readAppManifest, slugOf } from './read-app-manifest.ts'

const HOUR_MS = 3_600_000
const PATH = /^(?:\/organizations\/([^/]+))?\/settings\/apps\/new$/

/**
 * The pages of the manifest flow, for the signed-in administrator: a site posts a manifest, the person chooses the name and
 * creates the app, and GitHub returns to the site with a code:
 * https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 * `null` if the request belongs to another page.
 */
export const serveRegisterApp = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const url = new URL(request.url ?? '/', state.urls.server)
  const match = PATH.exec(decodeURIComponent(url.pathname))
  if (request.method !== 'POST' || match === null) return null
  return serve(state, request, response, { url, organization: match[1] })
}

const serve = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  { url, organization }: { url: URL; organization: string | undefined },
): Promise<void> => {
  const fields = new URLSearchParams(await readText(request))
  const result = answer(state, { fields, url, owner: findOwner(state, organization) })
  const status = result.kind === 'created' ? 302 : result.status
  state.requests.push({
    surface: 'web',
    method: 'POST',
    path: url.pathname,
    status,
    credential: 'none',
    at: state.now(),
  })
  if (result.kind === 'created') response.writeHead(302, { location: result.location }).end()
  else sendPage(response, status, result.html)
}

type Result =
  | { readonly kind: 'page'; readonly status: number; readonly html: string }
  | { readonly kind: 'created'; readonly location: string }

const findOwner = (state: GithubState, organization: string | undefined): Account | undefined => {
  const found = findAccount(state, organization ?? 'octo-admin')
  return organization === undefined || found?.type === 'Organization' ? found : undefined
}

const answer = (
  state: GithubState,
  { fields, url, owner }: { fields: URLSearchParams; url: URL; owner: Account | undefined },
): Result => {
  if (owner === undefined) return { kind: 'page', status: 404, html: page('Not Found', '') }
  const read = readAppManifest(fields.get('manifest') ?? '')
  if (read.kind === 'invalid')
    return { kind: 'page', status: 422, html: page('Invalid GitHub App configuration', lines(read.errors)) }
  const name = fields.get('app_name')
  if (name === null) return nameForm(read.manifest, { url, owner, errors: [] })
  const errors = [
    ...(name === '' ? ["Name can't be blank"] : []),
    ...(name.length > 34 ? ['Name is too long (maximum is 34 characters)'] : []),
    ...(state.apps.some(({ slug }) => slug === slugOf(name)) ? ['Name is already taken'] : []),
  ]
  if (errors.length > 0) return nameForm(read.manifest, { url, owner, errors })
  return { kind: 'created', location: create(state, { ...read.manifest, name }, owner, url) }
}

const lines = (errors: readonly string[]): string =>
  `<ul>${errors.map((error) => `<li>${escapeHtml(error)}</li>`).join('')}</ul>`

const nameForm = (
  manifest: AppManifest,
  { url, owner, errors }: { url: URL; owner: Account; errors: readonly string[] },
): Result => ({
  kind: 'page',
  status: errors.length === 0 ? 200 : 422,
  html: page(
    `Create GitHub App for ${owner.login}`,
    `${lines(errors)}<form method="post" action="${escapeHtml(url.pathname + url.search)}"><input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(manifest))}"><label>GitHub App name <input name="app_name" value="${escapeHtml(manifest.name)}"></label> <button>Create GitHub App for ${escapeHtml(owner.login)}</button></form>`,
  ),
})

/** Registers the app and returns the address of the site with a code. */
const create = (state: GithubState, manifest: AppManifest, owner: Account, url: URL): string => {
  const slug = slugOf(manifest.name)
  const registered = registerApp(state, {
    slug,
    owner: owner.login,
    webhookUrl: manifest.hook_attributes?.url ?? '',
    webhookSecret: randomBytes(20).toString('hex'),
    callbackUrls: manifest.callback_urls ?? [],
    setupUrl: manifest.setup_url,
    permissions: manifest.default_permissions ?? {},
    events: manifest.default_events ?? [],
    isPublic: manifest.public ?? false,
  })
  const app = state.apps.find(({ id }) => id === registered.appId)
  if (app === undefined) throw new Error(`sandbox: the app ${slug} was not registered`)
  const code = randomBytes(20).toString('hex')
  const expiresAt = new Date(state.now().getTime() + HOUR_MS)
  state.manifestCodes.set(code, { app, privateKeyPem: registered.privateKeyPem, expiresAt })
  const back = new URL(manifest.redirect_url)
  back.searchParams.set('code', code)
  const given = url.searchParams.get('state')
  if (given !== null) back.searchParams.set('state', given)
  return back.href
}
