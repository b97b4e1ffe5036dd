import { errors, importSPKI, jwtVerify } from 'jose'
import { ApiError } from '../rest/api-error.ts'
import type { App } from '../state/account.ts'
import type { Credential } from '../state/credential.ts'
import type { GithubState } from '../state/state.ts'

/** Reads `Authorization: token X` or `Bearer X`. As on GitHub, a wrong credential is a 401. */
export const authenticate = async (state: GithubState, header: string | undefined): Promise<Credential> => {
  if (!header) return { kind: 'none' }
  const secret = /^(?:token|bearer) +(\S+)$/i.exec(header)?.[1]
  if (!secret) throw new ApiError(401, 'Bad credentials')
  const credential = credentialOf(state, secret)
  if (credential) return credential
  const issuer = issuerOf(secret)
  if (issuer === undefined) throw new ApiError(401, 'Bad credentials')
  const app = state.apps.find((candidate) => String(candidate.id) === issuer || candidate.clientId === issuer)
  if (!app) throw new ApiError(401, 'Integration must generate a public key')
  await verifyAppJwt(state, app, secret)
  return { kind: 'app-jwt', app }
}

/** The credential of a token that exists and has not expired. */
export const credentialOf = (state: GithubState, token: string): Credential | null => {
  const credential = state.tokens.get(token)
  if (!credential) return null
  if ('expiresAt' in credential && credential.expiresAt !== null && credential.expiresAt <= state.now())
    return null
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
    return undefined // Not a JWT; the caller responds with 401.
  }
}

const UNREADABLE = 'A JSON web token could not be decoded'
/** Octokit recognizes this message as a wrong local clock, and uses GitHub's time. */
const EXPIRED =
  "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"

const verifyAppJwt = async (state: GithubState, app: App, jwt: string): Promise<void> => {
  const key = await importSPKI(app.publicKeyPem, 'RS256')
  const { payload } = await jwtVerify(jwt, key, {
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'iat'],
    currentDate: state.now(),
    clockTolerance: 60,
  }).catch((cause: unknown) => {
    throw new ApiError(401, cause instanceof errors.JWTExpired ? EXPIRED : UNREADABLE, {}, { cause })
  })
  const { exp = 0 } = payload
  if (exp - state.now().getTime() / 1000 > 660)
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future")
}
