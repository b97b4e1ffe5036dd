import { createHash, randomBytes } from 'node:crypto'
import type { Account, App } from '../state/account.ts'
import type { SignInCode } from '../state/sign-in.ts'
import type { GithubState } from '../state/state.ts'

const MINUTE_MS = 60_000
/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens */
const ACCESS_SECONDS = 28_800
const REFRESH_SECONDS = 15_897_600

const random = (): string => randomBytes(20).toString('hex')
const after = (state: GithubState, ms: number): Date => new Date(state.now().getTime() + ms)

/** The code with which a person goes back to the app. GitHub's codes are good for ten minutes. */
export const createSignInCode = (state: GithubState, given: Omit<SignInCode, 'expiresAt'>): string => {
  const code = random()
  state.signInCodes.set(code, { ...given, expiresAt: after(state, 10 * MINUTE_MS) })
  return code
}

type Answer = Readonly<Record<string, string | number>>

const refusal = (error: string, description: string): Answer => ({
  error,
  error_description: description,
  error_uri:
    'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/',
})

/** The token endpoint. As on GitHub, a refusal has the status 200, too. */
export const exchangeForTokens = (state: GithubState, fields: URLSearchParams): Answer => {
  const app = state.apps.find(({ clientId }) => clientId === fields.get('client_id'))
  if (app === undefined || app.clientSecret !== fields.get('client_secret'))
    return refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
  return fields.get('grant_type') === 'refresh_token'
    ? refresh(state, app, fields.get('refresh_token') ?? '')
    : exchangeCode(state, app, fields)
}

const BAD_CODE = refusal('bad_verification_code', 'The code passed is incorrect or expired.')

const exchangeCode = (state: GithubState, app: App, fields: URLSearchParams): Answer => {
  const code = fields.get('code') ?? ''
  const found = state.signInCodes.get(code)
  state.signInCodes.delete(code)
  if (found === undefined || found.app.id !== app.id || found.expiresAt <= state.now()) return BAD_CODE
  if (fields.has('redirect_uri') && fields.get('redirect_uri') !== found.redirectUri)
    return refusal(
      'redirect_uri_mismatch',
      'The redirect_uri MUST match the registered callback URL for this application.',
    )
  const verifier = fields.get('code_verifier')
  if (found.challenge !== null && challengeOf(verifier ?? '') !== found.challenge) return BAD_CODE
  return issue(state, app, found.account)
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const refresh = (state: GithubState, app: App, token: string): Answer => {
  const found = state.refreshTokens.get(token)
  state.refreshTokens.delete(token)
  if (found === undefined || found.app.id !== app.id || found.expiresAt <= state.now())
    return refusal('bad_refresh_token', 'The refresh token passed is incorrect or expired.')
  state.tokens.delete(found.accessToken)
  return issue(state, app, found.account)
}

const issue = (state: GithubState, app: App, account: Account): Answer => {
  const token = `ghu_${random()}`
  const refreshToken = `ghr_${random()}`
  const expiresAt = after(state, ACCESS_SECONDS * 1000)
  state.tokens.set(token, {
    kind: 'user',
    token,
    account,
    level: 'role',
    scopes: null,
    viaApp: app,
    expiresAt,
  })
  state.refreshTokens.set(refreshToken, {
    app,
    account,
    accessToken: token,
    expiresAt: after(state, REFRESH_SECONDS * 1000),
  })
  return {
    access_token: token,
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    refresh_token_expires_in: REFRESH_SECONDS,
    scope: '',
    token_type: 'bearer',
  }
}
