import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { GithubUnavailable } from '../errors.ts'
import { type GithubPeople, type Person, type PersonTokens, TokenRefused } from '../people.ts'

/** Where a person signs in, and what proves later that the same browser started the sign-in. */
export type BeginSignIn = () => Promise<{
  readonly url: string
  readonly state: string
  readonly verifier: string
}>

export type FinishSignIn = (
  callback: URLSearchParams,
  begun: { readonly state: string; readonly verifier: string },
) => Promise<
  | { readonly kind: 'signed-in'; readonly person: Person; readonly tokens: PersonTokens }
  /** GitHub refused, or the answer does not belong to the request. Only the log shows why. */
  | { readonly kind: 'failed' | 'expired' | 'denied' }
>

interface Oauth {
  readonly begin: BeginSignIn
  readonly finish: FinishSignIn
  /** Throws TokenRefused, or GithubUnavailable. */
  readonly refresh: (refreshToken: string) => Promise<PersonTokens>
}

const TIMEOUT_MS = 10_000
/** After GitHub did not answer. */
const RETRY_MS = 5_000

/**
 * People sign in with the GitHub App: the web application flow with PKCE.
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
export function createOauth(deps: {
  /** Web address of GitHub. */
  readonly serverUrl: string
  readonly publicUrl: string
  /** Asked of GitHub, which knows the App by its private key; `null`: GitHub does not tell it. */
  readonly clientId: () => Promise<string | null>
  readonly clientSecret: string
  readonly people: Pick<GithubPeople, 'readPerson'>
  readonly now: () => number
  /** Called with the reason of a sign-in that failed, without anything secret. */
  readonly onFailure: (why: string) => void
}): Oauth {
  const { serverUrl, publicUrl, clientSecret, now } = deps
  const server: oauth.AuthorizationServer = {
    // GitHub sends no other in `iss`.
    issuer: `${serverUrl}/login/oauth`,
    authorization_endpoint: `${serverUrl}/login/oauth/authorize`,
    token_endpoint: `${serverUrl}/login/oauth/access_token`,
    code_challenge_methods_supported: ['S256'],
  }
  const redirectUri = `${publicUrl}/dashboard/callback`
  const authentication = oauth.ClientSecretPost(clientSecret)
  const request = () => ({
    // Plain http is accepted on loopback only, see variable-types.ts.
    [oauth.allowInsecureRequests]: serverUrl.startsWith('http:'),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // Without it GitHub answers with a form.
    headers: new Headers({ accept: 'application/json' }),
  })

  async function readClientId(): Promise<string> {
    const id = await deps.clientId()
    if (id !== null) return id
    const why = 'GitHub does not tell the client id of the App: set CLIENT_ID'
    deps.onFailure(why)
    throw new GithubUnavailable(why, now() + RETRY_MS)
  }

  return {
    async begin() {
      const state = oauth.generateRandomState()
      const verifier = oauth.generateRandomCodeVerifier()
      const url = new URL(String(server.authorization_endpoint))
      const challenge = await oauth.calculatePKCECodeChallenge(verifier)
      for (const [name, value] of Object.entries({
        client_id: await readClientId(),
        redirect_uri: redirectUri,
        response_type: 'code',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }))
        url.searchParams.set(name, value)
      return { url: url.href, state, verifier }
    },

    async finish(callback, { state, verifier }) {
      const client = { client_id: await readClientId() }
      try {
        const parameters = oauth.validateAuthResponse(server, client, callback, state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          request(),
        )
        const tokens = await readTokens(
          oauth.processAuthorizationCodeResponse(server, client, response),
          now(),
        )
        const person = await deps.people.readPerson(tokens.access)
        return { kind: 'signed-in', person, tokens }
      } catch (error) {
        const code = codeOf(error)
        deps.onFailure(code ?? String(error))
        return { kind: code === 'access_denied' ? 'denied' : 'failed' }
      }
    },

    async refresh(refreshToken) {
      const client = { client_id: await readClientId() }
      try {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authentication,
          refreshToken,
          request(),
        )
        return await readTokens(oauth.processRefreshTokenResponse(server, client, response), now())
      } catch (error) {
        const code = codeOf(error)
        if (code === null)
          throw new GithubUnavailable('GitHub did not refresh the token of a person', now() + RETRY_MS, {
            cause: error,
          })
        throw new TokenRefused(`GitHub refused to refresh the token of a person: ${code}`, { cause: error })
      }
    },
  }
}

async function readTokens(answer: Promise<oauth.TokenEndpointResponse>, at: number): Promise<PersonTokens> {
  const { access_token, expires_in, refresh_token, refresh_token_expires_in } = await answer
  const seconds = z.int().positive().safeParse(refresh_token_expires_in)
  return {
    access: access_token,
    accessExpiresAt: expires_in === undefined ? null : at + expires_in * 1000,
    refresh: refresh_token ?? null,
    refreshExpiresAt: seconds.success ? at + seconds.data * 1000 : null,
  }
}

const GithubError = z.object({ cause: z.object({ body: z.object({ error: z.string() }) }) })

/**
 * GitHub's code of the error, for example `bad_verification_code`; `null`: none. GitHub sends errors with the status 200,
 * where the library finds the response invalid: https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
function codeOf(error: unknown): string | null {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return error.error
  const read = GithubError.safeParse(error)
  return read.success ? read.data.cause.body.error : null
}
