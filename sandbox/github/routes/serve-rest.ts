import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { actorOf } from '../accounts/accounts.ts'
import { authenticate } from '../accounts/authenticate.ts'
import { maySee } from '../accounts/authorize.ts'
import { applyFault, type FaultEffect } from '../faults/apply-fault.ts'
import { waitWhileHeld } from '../faults/hold-request.ts'
import { movedTo } from '../git/repositories.ts'
import { serveGraphql } from '../graphql/serve-graphql.ts'
import { withHtml } from '../issues/attachments.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { type ApiVersion, readApiVersion, requireUserAgent, writeBody } from '../rest/api-version.ts'
import { AskedQuery } from '../rest/asked-query.ts'
import { routeFinder } from '../rest/find-route.ts'
import { readJson, readText } from '../rest/read-json.ts'
import type { RestResponse, Route } from '../rest/route.ts'
import type { Credential } from '../state/credential.ts'
import type { GithubState } from '../state/state.ts'

const DOCUMENTATION = 'https://docs.github.com/rest'
const RATE_LIMIT = 5000

/** Serves REST requests; `path` begins after the prefix of the API. */
export const restServer = (state: GithubState, routes: readonly Route[]) => {
  const find = routeFinder(routes)
  let used = 0

  const handle = async (
    request: IncomingMessage,
    { path, text }: { path: string; text: string },
    onRead: (asked: { credential: Credential; version: ApiVersion }) => void,
  ): Promise<RestResponse> => {
    requireUserAgent(request)
    const version = readApiVersion(request, state.dialect)
    const credential = await authenticate(state, request.headers.authorization)
    onRead({ credential, version })
    const method = request.method ?? 'GET'
    const url = new URL(`${state.urls.api}${path}`)
    const bare = withName(state, path.split('?')[0] ?? path)
    const moved = movedTo(state, bare, (repository) => maySee(state, credential, repository))
    if (moved !== null) return redirect(state, method, moved, url.search)
    // With the date of GitHub's clock, as every response.
    if (method === 'HEAD' && bare === '/') return { status: 200 }
    if (method === 'POST' && bare === '/graphql') return serveGraphql(state, credential, readJson(text))
    const found = find(method, bare)
    if (!found) throw new ApiError(501, `the sandbox GitHub does not support ${method} ${bare}`)
    const body = readJson(text)
    const query = new AskedQuery(url.search)
    const response = await found.route.handle({
      state,
      credential,
      actor: actorOf(state, credential),
      params: found.params,
      query,
      body,
      apiVersion: version,
      url: url.href,
    })
    const unasked = method === 'GET' ? query.unasked() : undefined
    if (unasked !== undefined)
      throw new ApiError(501, `the sandbox GitHub does not support ?${unasked} of GET ${bare}`)
    const wantsHtml = /\bapplication\/vnd\.github\.(?:v3\.)?full\+json\b/.test(request.headers.accept ?? '')
    return wantsHtml ? { ...response, body: withHtml(state, response.body) } : response
  }

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    // Read before the hold: a request that has arrived completely is processed even if its sender dies.
    const text = await readText(request)
    const incoming = { surface: 'rest', method: request.method ?? 'GET', path } as const
    await waitWhileHeld(state, incoming)
    let kind: Credential['kind'] = 'none'
    let scopes: readonly string[] | null = null
    let version: ApiVersion = '2022-11-28'
    const effect = await applyFault(state, incoming)
    const processed = effect.isProcessed
      ? await handle(request, { path, text }, (asked) => {
          kind = asked.credential.kind
          version = asked.version
          if (asked.credential.kind === 'user') scopes = asked.credential.scopes
        }).catch((error: unknown) => errorResponse(state, error))
      : null
    const result = processed === null || effect.instead !== null ? faultResponse(effect) : processed
    const isLost = effect.instead === 'lost'
    used += 1
    state.requests.push({
      surface: 'rest',
      method: request.method ?? 'GET',
      path,
      status: isLost ? 0 : result.status,
      credential: kind,
      apiVersion: request.headers['x-github-api-version']?.toString() ?? null,
      userAgent: request.headers['user-agent'] ?? null,
      at: state.now(),
    })
    if (isLost) {
      response.destroy()
      return
    }
    response.writeHead(result.status, {
      ...(result.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      'x-github-request-id': randomUUID(),
      ...rateLimitHeaders(state, used),
      ...scopesHeader(scopes),
      ...(state.dialect === 'enterprise' ? { 'x-github-enterprise-version': '3.19.0' } : {}),
      ...result.headers,
    })
    response.end(result.body ? writeBody(result.body, version) : undefined)
  }
}

const rateLimitHeaders = (state: GithubState, used: number): Record<string, string> => ({
  'x-ratelimit-limit': String(RATE_LIMIT),
  'x-ratelimit-remaining': String(Math.max(0, RATE_LIMIT - used)),
  'x-ratelimit-used': String(used),
  'x-ratelimit-reset': String(Math.floor(state.now().getTime() / 1000) + 3600),
  'x-ratelimit-resource': 'core',
})

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps */
const scopesHeader = (scopes: readonly string[] | null): Record<string, string> =>
  scopes === null ? {} : { 'x-oauth-scopes': scopes.join(', ') }

/** The response that a fault puts in place of the real one. */
const faultResponse = ({ instead }: FaultEffect): RestResponse => {
  if (instead === null || instead === 'lost') return { status: 0 }
  const { status, message = 'Server Error', retryAfter } = instead
  return {
    status,
    body: { message, status: String(status) },
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

/** `/repositories/{id}/…`, the target of redirects, is the same as `/repos/{owner}/{repo}/…`. */
const withName = (state: GithubState, path: string): string =>
  path.replace(/^\/repositories\/(\d+)(?=\/|$)/, (_, id: string) => {
    const repository = state.repositories.get(Number(id))
    if (!repository) throw notFound()
    return `/repos/${repository.owner.login}/${repository.name}`
  })

const redirect = (state: GithubState, method: string, path: string, query: string): RestResponse => {
  const location = `${state.urls.api}${path}${query}`
  return {
    status: method === 'GET' ? 301 : 307,
    headers: { location },
    body: { message: 'Moved Permanently', url: location, documentation_url: DOCUMENTATION },
  }
}

const errorResponse = (state: GithubState, error: unknown): RestResponse => {
  const known =
    error instanceof ApiError ? error : new ApiError(500, `sandbox: ${String(error)}`, {}, { cause: error })
  if (known.status >= 500) state.log(known.message)
  return {
    status: known.status,
    body: {
      message: known.message,
      ...known.extra,
      documentation_url: DOCUMENTATION,
      status: String(known.status),
    },
  }
}
