import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { actorOf } from '../accounts/accounts.ts'
import { authenticate } from '../accounts/authenticate.ts'
import { movedTo } from '../git/repositories.ts'
import { waitIfHeld } from '../hold-request.ts'
import type { Credential } from '../model.ts'
import type { GithubState } from '../state.ts'
import { ApiError } from './api-error.ts'
import { type Mishap, suffer } from './faults.ts'
import { routeFinder } from './find-route.ts'
import { readJson, readText } from './read-json.ts'
import type { Answer, Route } from './route.ts'

const DOCUMENTATION = 'https://docs.github.com/rest'

/** Answers one REST request; `path` begins after the API's prefix. */
export const restServer = (hub: GithubState, routes: readonly Route[]) => {
  const find = routeFinder(routes)
  let used = 0

  const answerTo = async (
    request: IncomingMessage,
    { path, text }: { path: string; text: string },
    know: (credential: Credential) => void,
  ): Promise<Answer> => {
    const credential = await authenticate(hub, request.headers.authorization)
    know(credential)
    const method = request.method ?? 'GET'
    const url = new URL(`${hub.urls.api}${path}`)
    const bare = withName(hub, path.split('?')[0] ?? path)
    const moved = movedTo(hub, bare)
    if (moved !== null) return movedAnswer(hub, method, moved, url.search)
    const found = find(method, bare)
    if (!found) throw new ApiError(501, `the sandbox GitHub does not know ${method} ${bare}`)
    const body = readJson(text)
    return found.route.answer({
      hub,
      credential,
      actor: actorOf(hub, credential),
      params: found.params,
      query: url.searchParams,
      body,
      headers: request.headers,
      url: url.href,
    })
  }

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    // Read before it is held: what has come in whole is done, whether its sender lives or not.
    const text = await readText(request)
    const arrival = { surface: 'rest', method: request.method ?? 'GET', path } as const
    await waitIfHeld(hub, arrival)
    let kind: Credential['kind'] = 'none'
    const mishap = await suffer(hub, arrival)
    const done = mishap.isDone
      ? await answerTo(request, { path, text }, (credential) => {
          kind = credential.kind
        }).catch((error: unknown) => errorAnswer(hub, error))
      : null
    const answer = done === null || mishap.instead !== null ? insteadOf(mishap) : done
    const lost = mishap.instead === 'lost'
    used += 1
    const reset = Math.floor(hub.now().getTime() / 1000) + 3600
    hub.requests.push({
      surface: 'rest',
      method: request.method ?? 'GET',
      path,
      status: lost ? 0 : answer.status,
      credential: kind,
      at: hub.now(),
    })
    if (lost) {
      response.destroy()
      return
    }
    response.writeHead(answer.status, {
      ...(answer.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      'x-github-request-id': randomUUID(),
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': String(Math.max(0, 5000 - used)),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': 'core',
      ...(hub.dialect === 'enterprise' ? { 'x-github-enterprise-version': '3.19.0' } : {}),
      ...answer.headers,
    })
    response.end(answer.body ? JSON.stringify(answer.body) : undefined)
  }
}

/** What is answered whatever came of the request. */
const insteadOf = ({ instead }: Mishap): Answer => {
  if (instead === null || instead === 'lost') return { status: 0 }
  const { status, message = 'Server Error', retryAfter } = instead
  return {
    status,
    body: { message, status: String(status) },
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

/** `/repositories/{id}/…`, to which a renamed repository redirects, is the same as `/repos/{owner}/{repo}/…`. */
const withName = (hub: GithubState, path: string): string =>
  path.replace(/^\/repositories\/(\d+)(?=\/|$)/, (whole, id: string) => {
    const repository = hub.repositories.get(Number(id))
    return repository ? `/repos/${repository.owner.login}/${repository.name}` : whole
  })

const movedAnswer = (hub: GithubState, method: string, path: string, query: string): Answer => {
  const location = `${hub.urls.api}${path}${query}`
  return {
    status: method === 'GET' ? 301 : 307,
    headers: { location },
    body: { message: 'Moved Permanently', url: location, documentation_url: DOCUMENTATION },
  }
}

const errorAnswer = (hub: GithubState, error: unknown): Answer => {
  const known =
    error instanceof ApiError ? error : new ApiError(500, `sandbox: ${String(error)}`, {}, { cause: error })
  if (known.status >= 500) hub.log(known.message)
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
