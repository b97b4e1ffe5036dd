import type { Account, App } from './account.ts'

/** What a code stands for with which a person comes back to an app. */
export interface SignInCode {
  readonly app: App
  readonly account: Account
  readonly redirectUri: string
  /** Base64url of the SHA-256 of the verifier; `null`: the app did not use PKCE. */
  readonly challenge: string | null
  readonly expiresAt: Date
}

/** Exchanged once for a new pair of tokens. */
export interface RefreshToken {
  readonly app: App
  readonly account: Account
  /** The token that it replaces. */
  readonly accessToken: string
  readonly expiresAt: Date
}
