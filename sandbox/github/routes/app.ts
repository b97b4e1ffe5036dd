import { covers, installedRepositories } from '../accounts/installed-repositories.ts'
import { mintInstallationToken } from '../accounts/mint-token.ts'
import { tokenScope } from '../accounts/token-scope.ts'
import { repositoryNamed } from '../git/repositories.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { AppCall, Call, Route } from '../rest/route.ts'
import { appShape, installationShape } from '../shapes/app.ts'
import { isoDate } from '../shapes/primitives.ts'
import { repositoryShape } from '../shapes/repository.ts'
import type { Installation } from '../state/account.ts'
import { appRoute } from './routes-for.ts'

const ownInstallation = (call: AppCall): Installation => {
  const installation = call.state.installations.get(Number(call.params.installation_id))
  if (!installation || installation.app.id !== call.app.id) throw notFound()
  return installation
}

const installationToken = (call: Call) => {
  const { credential } = call
  if (credential.kind === 'installation') return credential
  if (credential.kind === 'none') throw new ApiError(401, 'Requires authentication')
  throw new ApiError(403, 'Resource not accessible by integration')
}

const listInstallations = appRoute('GET', '/app/installations', (call) => {
  const own = [...call.state.installations.values()].filter((i) => i.app.id === call.app.id)
  const { page, headers } = paginate(call, own)
  return {
    status: 200,
    headers,
    body: page.map((installation) => installationShape(call.state, installation)),
  }
})

const mintToken = appRoute('POST', '/app/installations/{installation_id}/access_tokens', (call) => {
  const { state } = call
  const installation = ownInstallation(call)
  if (installation.suspended) throw new ApiError(403, 'This installation has been suspended')
  const scope = tokenScope(state, installation, call.body)
  const minted = mintInstallationToken(state, installation, scope)
  const repositories = [...(scope.repositoryIds ?? [])].flatMap((id) => state.repositories.get(id) ?? [])
  return {
    status: 201,
    body: {
      token: minted.token,
      expires_at: isoDate(minted.expiresAt),
      permissions: minted.permissions,
      repository_selection: scope.repositoryIds === null ? installation.selection : 'selected',
      ...(scope.repositoryIds === null
        ? {}
        : { repositories: repositories.map((repository) => repositoryShape(state, repository)) }),
    },
  }
})

const listInstalled: Route = {
  method: 'GET',
  path: '/installation/repositories',
  access: { kind: 'installation' },
  handle: (call) => {
    const { installation, repositoryIds } = installationToken(call)
    if (installation.suspended) throw new ApiError(403, 'This installation has been suspended')
    const all = installedRepositories(call.state, installation)
    const seen = all.filter(({ id }) => repositoryIds === null || repositoryIds.has(id))
    const { page, headers } = paginate(call, seen)
    return {
      status: 200,
      headers,
      body: {
        total_count: seen.length,
        repository_selection: repositoryIds === null ? installation.selection : 'selected',
        repositories: page.map((repository) => repositoryShape(call.state, repository)),
      },
    }
  },
}

const revokeToken: Route = {
  method: 'DELETE',
  path: '/installation/token',
  access: { kind: 'installation' },
  handle: (call) => {
    call.state.tokens.delete(installationToken(call).token)
    return { status: 204 }
  },
}

/** As on GitHub, a code works once and for an hour, and it needs no other credential. */
const convertManifest: Route = {
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
}

export const appRoutes: readonly Route[] = [
  convertManifest,
  appRoute('GET', '/app', (call) => ({ status: 200, body: appShape(call.state, call.app) })),
  listInstallations,
  appRoute('GET', '/app/installations/{installation_id}', (call) => ({
    status: 200,
    body: installationShape(call.state, ownInstallation(call)),
  })),
  appRoute('GET', '/repos/{owner}/{repo}/installation', (call) => {
    const { state, app, params } = call
    const repository = repositoryNamed(state, params.owner ?? '', params.repo ?? '')
    const found =
      repository &&
      [...state.installations.values()].find((one) => one.app.id === app.id && covers(one, repository))
    if (!found) throw notFound()
    return { status: 200, body: installationShape(state, found) }
  }),
  mintToken,
  listInstalled,
  revokeToken,
]
