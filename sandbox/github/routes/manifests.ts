import { notFound } from '../rest/api-error.ts'
import type { Route } from '../rest/route.ts'
import { appShape } from '../shapes/app.ts'

/** As on GitHub, a code works once and for an hour, and it needs no other credential. */
export const manifestRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/app-manifests/{code}/conversions',
    access: { kind: 'anyone' },
    handle: ({ state, params }) => {
      const { code = '' } = params
      const found = state.manifestCodes.get(code)
      state.manifestCodes.delete(code)
      if (found === undefined || found.expiresAt <= state.now()) throw notFound()
      const { app, privateKeyPem } = found
      return {
        status: 201,
        body: {
          ...appShape(state, app),
          client_id: app.clientId,
          client_secret: app.clientSecret,
          webhook_secret: app.webhookSecret,
          pem: privateKeyPem,
        },
      }
    },
  },
]
