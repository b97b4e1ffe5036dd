import { errors, importSPKI, jwtVerify } from 'jose'
import type { App, Credential } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { GithubState } from '../state.ts'

/** Reads `Authorization: token X` or `Bearer X`; what is there but wrong is a 401, as at GitHub. */
export const authenticate = async (hub: GithubState, header: string | undefined): Promise<Credential> => {
  if (!header) return { kind: 'none' }
  const secret = /^(?:token|bearer) +(\S+)$/i.exec(header)?.[1]
  if (!secret) throw new ApiError(401, 'Bad credentials')
  const credential = credentialOf(hub, secret)
  if (credential) return credential
  const issuer = issuerOf(secret)
  if (issuer === undefined) throw new ApiError(401, 'Bad credentials')
  const app = hub.apps.find((candidate) => String(candidate.id) === issuer || candidate.clientId === issuer)
  if (!app) throw new ApiError(401, 'Integration must generate a public key')
  await verifyAppJwt(hub, app, secret)
  return { kind: 'app-jwt', app }
}

/** A token that is known and alive. */
export const credentialOf = (hub: GithubState, token: string): Credential | null => {
  const credential = hub.tokens.get(token)
  if (!credential) return null
  if (credential.kind === 'installation' && credential.expiresAt <= hub.now()) return null
  return credential
}

const issuerOf = (secret: string): string | undefined => {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(secret)?.[1]
  if (!payload) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (typeof claims !== 'object' || claims === null || !('iss' in claims)) return undefined
    return String(claims.iss)
  } catch {
    return undefined // Not a JWT at all, which the caller answers with 401.
  }
}

const UNREADABLE = 'A JSON web token could not be decoded'
/** By these words Octokit knows that its own clock is wrong, and takes GitHub's. */
const EXPIRED =
  "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"

const verifyAppJwt = async (hub: GithubState, app: App, jwt: string): Promise<void> => {
  const key = await importSPKI(app.publicKeyPem, 'RS256')
  const { payload } = await jwtVerify(jwt, key, {
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'iat'],
    currentDate: hub.now(),
    clockTolerance: 60,
  }).catch((cause: unknown) => {
    throw new ApiError(401, cause instanceof errors.JWTExpired ? EXPIRED : UNREADABLE, {}, { cause })
  })
  const { exp = 0 } = payload
  if (exp - hub.now().getTime() / 1000 > 660)
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future")
}
