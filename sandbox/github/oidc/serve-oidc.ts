import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from '../rest/route.ts'
import type { Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { mintIdToken } from './id-token.ts'

/** Serves the issuer's key set, its discovery document and the tokens of jobs. `path` begins after the issuer. */
export const serveOidc = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> => {
  const result = await handle(state, request, new URL(path, 'http://issuer'))
  state.requests.push({
    surface: 'oidc',
    method: request.method ?? 'GET',
    path,
    status: result.status,
    credential: 'none',
    at: state.now(),
  })
  response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body))
}

const handle = async (
  state: GithubState,
  request: IncomingMessage,
  url: URL,
): Promise<{ status: number; body: Json }> => {
  if (request.method !== 'GET') return { status: 405, body: { message: 'Method not allowed' } }
  if (url.pathname === '/.well-known/jwks') return { status: 200, body: { keys: [state.signing.publicJwk] } }
  if (url.pathname === '/.well-known/openid-configuration') return { status: 200, body: discovery(state) }
  const id = /^\/idtoken\/(\d+)$/.exec(url.pathname)?.[1]
  if (id === undefined) return { status: 404, body: { message: 'Not Found' } }
  const run = runWithSecret(state, Number(id), request.headers.authorization)
  if (!run) return { status: 401, body: { message: 'The token does not belong to a running job' } }
  const audience = url.searchParams.get('audience') ?? `${state.urls.server}/${run.repository.owner.login}`
  return { status: 200, body: { value: await mintIdToken(state, run, audience) } }
}

const runWithSecret = (state: GithubState, id: number, header: string | undefined): Run | undefined => {
  const secret = /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return [...state.repositories.values()]
    .flatMap((repository) => repository.runs)
    .find((run) => run.id === id && secret !== undefined && run.idTokenSecret === secret)
}

const discovery = (state: GithubState): Json => ({
  issuer: state.urls.oidc,
  jwks_uri: `${state.urls.oidc}/.well-known/jwks`,
  subject_types_supported: ['public', 'pairwise'],
  response_types_supported: ['id_token'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid'],
})
