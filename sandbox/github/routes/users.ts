import { findAccount } from '../accounts/accounts.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { Route } from '../rest/route.ts'
import { publicUserShape } from '../shapes/user.ts'

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users/{username}',
    access: { kind: 'anyone' },
    handle: ({ state, params, credential }) => {
      if (credential.kind === 'app-jwt') throw new ApiError(401, 'Bad credentials')
      const account = findAccount(state, params.username ?? '')
      if (!account) throw notFound()
      return { status: 200, body: publicUserShape(state, account) }
    },
  },
]
