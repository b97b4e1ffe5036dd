import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import {
  claimOnce,
  createOidcVerifier,
  createTokenUses,
} from '../../../../src/app/http/auth/verify-oidc-token.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'

const AUDIENCE = 'https://prentice.example'
export const NOW = Date.UTC(2030, 0, 1)
const SECONDS = NOW / 1000

/** Claims of an ordinary dispatched run, as GitHub writes them. */
const CLAIMS = {
  sub: 'repo:acme@7/hello@1296269:ref:refs/heads/main',
  aud: AUDIENCE,
  ref: 'refs/heads/main',
  ref_type: 'branch',
  sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  repository: 'acme/hello',
  repository_id: '1296269',
  repository_owner: 'acme',
  repository_owner_id: '7',
  repository_visibility: 'private',
  actor: 'prentice[bot]',
  actor_id: '4242',
  workflow: 'Prentice',
  workflow_ref: 'acme/hello/.github/workflows/prentice.yml@refs/heads/main',
  job_workflow_ref: 'acme/hello/.github/workflows/prentice.yml@refs/heads/main',
  job_workflow_sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  event_name: 'workflow_dispatch',
  run_id: '500',
  run_number: '1',
  run_attempt: '1',
  runner_environment: 'github-hosted',
}

/** Claims that differ from an ordinary token; `undefined` leaves one out. */
export type Changed = Record<string, unknown>

const pair = () => generateKeyPair('RS256', { extractable: true })
/** For all tests of a process, since making one takes long. */
const pairs = Promise.all([pair(), pair()])

interface Served {
  status: number
  asked: number
  /** Members of the discovery document that differ from an honest one. */
  discovery?: object
  keys?: object
  redirects?: Record<string, string>
}

/** An OIDC issuer on loopback, tokens signed by it, and our verifier that trusts it. */
export async function oidcWorld() {
  const clock = { at: NOW }
  const [{ privateKey, publicKey }, stranger] = await pairs
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const served: Served = { status: 200, asked: 0 }
  const server = createServer((request, response) => {
    served.asked++
    const bodies: Record<string, object> = {
      '/acme/.well-known/openid-configuration': {
        issuer,
        jwks_uri: issuer.replace('/acme', '/.well-known/jwks'),
        ...served.discovery,
      },
      '/.well-known/jwks': { keys: [jwk], ...served.keys },
    }
    const path = request.url ?? ''
    const location = served.redirects?.[path]
    if (location !== undefined) return void response.writeHead(302, { location }).end()
    response.writeHead(path in bodies ? served.status : 404)
    response.end(JSON.stringify(bodies[path]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store = await openStore('sqlite::memory:', { now: () => clock.at })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await store.close()
  })

  // Of one enterprise: https://docs.github.com/en/actions/reference/security/oidc#customizing-the-issuer-value-for-an-enterprise
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/acme`
  let minted = 0
  const payload = (changed: Changed = {}): JWTPayload => ({
    ...CLAIMS,
    iss: issuer,
    jti: `jti-${++minted}`,
    iat: SECONDS,
    nbf: SECONDS - 600,
    exp: SECONDS + 300,
    ...changed,
  })
  const mint = (changed?: Changed, key: Parameters<SignJWT['sign']>[0] = privateKey, header = {}) =>
    new SignJWT(payload(changed))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'k1', ...header })
      .sign(key)
  const verify = createOidcVerifier({
    issuer,
    audience: AUDIENCE,
    now: () => clock.at,
    takeToken: createTokenUses({
      claimOnce: claimOnce(store),
      isProject: async () => true,
      now: () => clock.at,
    }),
  })
  return {
    verify,
    mint,
    payload,
    clock,
    issuer,
    jwk,
    served,
    server,
    strangersKey: stranger.privateKey,
  }
}
