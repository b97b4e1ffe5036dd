import { demand, maySee, refuseSuspended } from '../accounts/authorize.ts'
import { repositoryNamed } from '../git/repositories.ts'
import { ApiError, notFound } from './api-error.ts'
import type { Answer, AppCall, Call, RepositoryCall, Route } from './route.ts'

type Answerer<C> = (call: C) => Answer | Promise<Answer>
type Method = Route['method']

const requireToken = (call: Call): void => {
  if (call.credential.kind === 'none') throw new ApiError(401, 'Requires authentication')
  // An app's JWT opens /app only; elsewhere GitHub does not take it for a token.
  if (call.credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
}

/** A route that only the app itself may call, with its JWT. */
export const appRoute = (method: Method, path: string, answer: Answerer<AppCall>): Route => ({
  method,
  path,
  access: { kind: 'app' },
  answer: (call) => {
    if (call.credential.kind !== 'app-jwt') throw new ApiError(401, 'A JSON web token could not be decoded')
    return answer({ ...call, app: call.credential.app })
  },
})

/**
 * A route below `/repos/{owner}/{repo}`: 404 for a repository that the credential cannot see, 403 for one where it
 * lacks the permission, in this order, as at GitHub.
 */
export const repositoryRoute = (
  method: Method,
  path: string,
  needs: `${string}:${'read' | 'write'}`,
  answer: Answerer<RepositoryCall>,
): Route => {
  const [permission = '', level] = needs.split(':')
  const access = { kind: 'repository', permission, level: level === 'write' ? 'write' : 'read' } as const
  return {
    method,
    path: `/repos/{owner}/{repo}${path}`,
    access,
    answer: (call) => {
      requireToken(call)
      refuseSuspended(call.credential)
      const repository = repositoryNamed(call.hub, call.params.owner ?? '', call.params.repo ?? '')
      if (!repository || !maySee(call.hub, call.credential, repository)) throw notFound()
      demand(call.hub, call.credential, { repository, permission: access.permission, level: access.level })
      if (access.level === 'write' && repository.settings.archived)
        throw new ApiError(403, 'Repository was archived so is read-only.')
      return answer({ ...call, repository })
    },
  }
}
