import { type IncomingMessage, ServerResponse } from 'node:http'
import { actorOf } from '../accounts/accounts.ts'
import { credentialOf } from '../accounts/authenticate.ts'
import { isStranger, mayDo, maySee } from '../accounts/authorize.ts'
import { applyFault } from '../faults/apply-fault.ts'
import { waitWhileHeld } from '../faults/hold-request.ts'
import { repositoryNamed, repositoryOnceNamed } from '../git/repositories.ts'
import type { Credential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { httpBackend } from './http-backend.ts'

const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/

/** Serves git's smart HTTP protocol; `null` if the path does not belong to it. */
export const serveGit = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | null => {
  const url = new URL(request.url ?? '/', state.urls.server)
  const [, owner, name, service] = GIT_PATH.exec(decodeURIComponent(url.pathname)) ?? []
  if (owner === undefined || name === undefined || service === undefined) return null
  return serve(state, request, response, { url, owner, name, service })
}

interface Target {
  readonly url: URL
  readonly owner: string
  readonly name: string
  readonly service: string
}

const serve = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> => {
  const path = `${target.url.pathname}${target.url.search}`
  const incoming = { surface: 'git', method: request.method ?? 'GET', path } as const
  await waitWhileHeld(state, incoming)
  const effect = await applyFault(state, incoming)
  const credential = basicCredential(state, request)
  response.on('finish', () =>
    state.requests.push({
      surface: 'git',
      method: request.method ?? 'GET',
      path,
      status: response.statusCode,
      credential: credential?.kind ?? 'none',
      at: state.now(),
    }),
  )
  const refuse = (status: number, text: string, headers: Record<string, string> = {}) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`)
  }
  // GitHub refuses two Authorization headers, such as a checkout's and git's own. Node would hide the second.
  if (request.rawHeaders.filter((header, i) => i % 2 === 0 && /^authorization$/i.test(header)).length > 1)
    return refuse(400, 'Duplicate header: "Authorization"')
  if (credential === null || credential.kind === 'none')
    return refuse(401, 'Invalid username or token.', { 'www-authenticate': 'Basic realm="GitHub"' })
  const former = repositoryOnceNamed(state, target.owner, target.name)
  if (former)
    return refuse(301, 'Moved Permanently', {
      location: `${state.urls.server}/${former.owner.login}/${former.name}.git/${target.service}${target.url.search}`,
    })
  const repository = repositoryNamed(state, target.owner, target.name)
  if (!repository || !maySee(state, credential, repository)) return refuse(404, 'Repository not found.')
  const pushes = isPush(target)
  const mayServe = isStranger(state, credential, repository)
    ? !pushes
    : mayDo(state, credential, { repository, permission: 'contents', level: pushes ? 'write' : 'read' })
  if (isSuspended(credential) || !mayServe)
    return refuse(403, pushes ? 'Write access to repository not granted.' : 'Access denied.')
  if (pushes && repository.settings.archived)
    return refuse(403, 'This repository was archived so it is read-only.')
  if (effect.instead === null)
    return serveRepository(state, request, response, { target, repository, credential })
  // A push can be accepted although its sender gets an error or no response.
  if (effect.isProcessed && target.service === 'git-receive-pack')
    await serveRepository(state, request, new ServerResponse(request), { target, repository, credential })
  if (effect.instead === 'lost') return void response.destroy()
  refuse(effect.instead.status, 'Server Error')
}

const serveRepository = (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  to: { target: Target; repository: Repository; credential: Credential },
): Promise<void> =>
  httpBackend(state, request, response, {
    repository: to.repository,
    service: to.target.service,
    query: to.target.url.search.slice(1),
    actor: actorOf(state, to.credential),
    mayWriteWorkflows: mayDo(state, to.credential, {
      repository: to.repository,
      permission: 'workflows',
      level: 'write',
    }),
  })

const isPush = (target: Target): boolean =>
  target.service === 'git-receive-pack' || target.url.searchParams.get('service') === 'git-receive-pack'

const isSuspended = (credential: Credential): boolean =>
  credential.kind === 'installation' && credential.installation.suspended !== null

/** git sends the token as the password; the user name is ignored. `null`: the token is unknown or expired. */
const basicCredential = (state: GithubState, request: IncomingMessage): Credential | null => {
  const header = request.headers.authorization
  if (!header) return { kind: 'none' }
  const encoded = /^basic +(\S+)$/i.exec(header)?.[1]
  if (!encoded) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  return credentialOf(state, pair.slice(pair.indexOf(':') + 1))
}
