import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Run } from '../model.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'
import { mintIdToken } from './id-token.ts'

/** The issuer's key set and discovery, and where a job asks for its token; `path` begins after the issuer. */
export const serveOidc = async (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> => {
  const answer = await answerTo(hub, request, new URL(path, 'http://issuer'))
  hub.requests.push({
    surface: 'oidc',
    method: request.method ?? 'GET',
    path,
    status: answer.status,
    credential: 'none',
    at: hub.now(),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
}

const answerTo = async (
  hub: GithubState,
  request: IncomingMessage,
  url: URL,
): Promise<{ status: number; body: Json }> => {
  if (request.method !== 'GET') return { status: 405, body: { message: 'Method not allowed' } }
  if (url.pathname === '/.well-known/jwks') return { status: 200, body: { keys: [hub.signing.publicJwk] } }
  if (url.pathname === '/.well-known/openid-configuration') return { status: 200, body: discovery(hub) }
  const id = /^\/idtoken\/(\d+)$/.exec(url.pathname)?.[1]
  if (id === undefined) return { status: 404, body: { message: 'Not Found' } }
  const run = runWithSecret(hub, Number(id), request.headers.authorization)
  if (!run) return { status: 401, body: { message: 'The token does not belong to a running job' } }
  const audience = url.searchParams.get('audience') ?? `${hub.urls.server}/${run.repository.owner.login}`
  return { status: 200, body: { value: await mintIdToken(hub, run, audience) } }
}

const runWithSecret = (hub: GithubState, id: number, header: string | undefined): Run | undefined => {
  const secret = /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return [...hub.repositories.values()]
    .flatMap((repository) => repository.runs)
    .find((run) => run.id === id && secret !== undefined && run.idTokenSecret === secret)
}

const discovery = (hub: GithubState): Json => ({
  issuer: hub.urls.oidc,
  jwks_uri: `${hub.urls.oidc}/.well-known/jwks`,
  subject_types_supported: ['public', 'pairwise'],
  response_types_supported: ['id_token'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid'],
})
