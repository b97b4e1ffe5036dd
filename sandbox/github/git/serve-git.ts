import { type IncomingMessage, ServerResponse } from 'node:http'
import { actorOf } from '../accounts/accounts.ts'
import { credentialOf } from '../accounts/authenticate.ts'
import { isStranger, mayDo, maySee } from '../accounts/authorize.ts'
import { waitIfHeld } from '../hold-request.ts'
import type { Credential, Repository } from '../model.ts'
import { suffer } from '../rest/faults.ts'
import type { GithubState } from '../state.ts'
import { httpBackend } from './http-backend.ts'
import { repositoryNamed, repositoryOnceNamed } from './repositories.ts'

const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/

/** Answers git's smart HTTP; `null` if the path is not git's. */
export const serveGit = (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const url = new URL(request.url ?? '/', hub.urls.server)
  const [, owner, name, service] = GIT_PATH.exec(decodeURIComponent(url.pathname)) ?? []
  if (owner === undefined || name === undefined || service === undefined) return null
  return answer(hub, request, response, { url, owner, name, service })
}

interface Target {
  readonly url: URL
  readonly owner: string
  readonly name: string
  readonly service: string
}

const answer = async (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> => {
  const path = `${target.url.pathname}${target.url.search}`
  const arrival = { surface: 'git', method: request.method ?? 'GET', path } as const
  await waitIfHeld(hub, arrival)
  const mishap = await suffer(hub, arrival)
  const credential = basicCredential(hub, request)
  response.on('finish', () =>
    hub.requests.push({
      surface: 'git',
      method: request.method ?? 'GET',
      path,
      status: response.statusCode,
      credential: credential?.kind ?? 'none',
      at: hub.now(),
    }),
  )
  const refuse = (status: number, text: string, headers: Record<string, string> = {}) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`)
  }
  // Two Authorization headers (a checkout's and one's own) are refused by GitHub; node would hide the second.
  if (request.rawHeaders.filter((header, i) => i % 2 === 0 && /^authorization$/i.test(header)).length > 1)
    return refuse(400, 'Duplicate header: "Authorization"')
  if (credential === null || credential.kind === 'none')
    return refuse(401, 'Invalid username or token.', { 'www-authenticate': 'Basic realm="GitHub"' })
  const former = repositoryOnceNamed(hub, target.owner, target.name)
  if (former)
    return refuse(301, 'Moved Permanently', {
      location: `${hub.urls.server}/${former.owner.login}/${former.name}.git/${target.service}${target.url.search}`,
    })
  const repository = repositoryNamed(hub, target.owner, target.name)
  if (!repository || !maySee(hub, credential, repository)) return refuse(404, 'Repository not found.')
  const pushes = isPush(target)
  const mayServe = isStranger(hub, credential, repository)
    ? !pushes
    : mayDo(credential, 'contents', pushes ? 'write' : 'read')
  if (suspended(credential) || !mayServe)
    return refuse(403, pushes ? 'Write access to repository not granted.' : 'Access denied.')
  if (pushes && repository.settings.archived)
    return refuse(403, 'This repository was archived so it is read-only.')
  if (mishap.instead === null)
    return serveRepository(hub, request, response, { target, repository, credential })
  // A push may be taken although its sender hears nothing of it, or something else.
  if (mishap.isDone && target.service === 'git-receive-pack')
    await serveRepository(hub, request, new ServerResponse(request), { target, repository, credential })
  if (mishap.instead === 'lost') return void response.destroy()
  refuse(mishap.instead.status, 'Server Error')
}

const serveRepository = (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  to: { target: Target; repository: Repository; credential: Credential },
): Promise<void> =>
  httpBackend(hub, request, response, {
    repository: to.repository,
    service: to.target.service,
    query: to.target.url.search.slice(1),
    actor: actorOf(hub, to.credential),
    mayWriteWorkflows: mayDo(to.credential, 'workflows', 'write'),
  })

const isPush = (target: Target): boolean =>
  target.service === 'git-receive-pack' || target.url.searchParams.get('service') === 'git-receive-pack'

const suspended = (credential: Credential): boolean =>
  credential.kind === 'installation' && credential.installation.suspended !== null

/** git sends the token as a password; the user name is not looked at. `null`: given, but worth nothing. */
const basicCredential = (hub: GithubState, request: IncomingMessage): Credential | null => {
  const header = request.headers.authorization
  if (!header) return { kind: 'none' }
  const encoded = /^basic +(\S+)$/i.exec(header)?.[1]
  if (!encoded) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  return credentialOf(hub, pair.slice(pair.indexOf(':') + 1))
}
