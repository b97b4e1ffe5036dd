import { demand, maySee, refuseSuspended } from '../accounts/authorize.ts'
import { repositoryNamed } from '../git/repositories.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { AppCall, Call, RepositoryCall, RestResponse, Route } from '../rest/route.ts'

type Handler<C> = (call: C) => RestResponse | Promise<RestResponse>
type Method = Route['method']

const requireToken = (call: Call): void => {
  if (call.credential.kind === 'none') throw new ApiError(401, 'Requires authentication')
  // GitHub accepts the JWT of an app below /app only.
  if (call.credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
}

/** A route for the app itself, authenticated with its JWT. */
export const appRoute = (method: Method, path: string, handle: Handler<AppCall>): Route => ({
  method,
  path,
  access: { kind: 'app' },
  handle: (call) => {
    if (call.credential.kind !== 'app-jwt') throw new ApiError(401, 'A JSON web token could not be decoded')
    return handle({ ...call, app: call.credential.app })
  },
})

/** What anyone can read of a public repository, without a token. GitHub shows more. */
const SHOWN_TO_ALL: ReadonlySet<string> = new Set(['metadata', 'contents'])

/**
 * A route below `/repos/{owner}/{repo}`. As on GitHub, a repository that the credential cannot see is a 404, and then a
 * missing permission is a 403.
 */
export const repositoryRoute = (
  method: Method,
  path: string,
  requires: `${string}:${'read' | 'write'}`,
  handle: Handler<RepositoryCall>,
): Route => {
  const [permission = '', level] = requires.split(':')
  const access = { kind: 'repository', permission, level: level === 'write' ? 'write' : 'read' } as const
  return {
    method,
    path: `/repos/{owner}/{repo}${path}`,
    access,
    handle: (call) => {
      const repository = repositoryNamed(call.state, call.params.owner ?? '', call.params.repo ?? '')
      if (call.credential.kind === 'none' && method === 'GET' && SHOWN_TO_ALL.has(permission)) {
        if (!repository || repository.private) throw notFound()
        return handle({ ...call, repository })
      }
      requireToken(call)
      refuseSuspended(call.credential)
      if (!repository || !maySee(call.state, call.credential, repository)) throw notFound()
      demand(call.state, call.credential, { repository, permission: access.permission, level: access.level })
      if (access.level === 'write' && repository.settings.archived)
        throw new ApiError(403, 'Repository was archived so is read-only.')
      return handle({ ...call, repository })
    },
  }
}
