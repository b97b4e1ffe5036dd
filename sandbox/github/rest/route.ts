import type { Account, App, Level } from '../state/account.ts'
import type { Credential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import type { ApiVersion } from './api-version.ts'

export type Json = Record<string, unknown>

export interface RestResponse {
  readonly status: number
  readonly body?: Json | readonly Json[] | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface Call {
  readonly state: GithubState
  readonly credential: Credential
  /** The account that the call is made for. */
  readonly actor: Account
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json
  readonly apiVersion: ApiVersion
  /** The requested URL, for Link headers. */
  readonly url: string
}

/** `path` is the template in GitHub's OpenAPI description, so that tests can check every route against it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly handle: (call: Call) => RestResponse | Promise<RestResponse>
}

export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'app' }
  | { readonly kind: 'installation' }
  | { readonly kind: 'person' }
  | { readonly kind: 'repository'; readonly permission: string; readonly level: Level }

export type AppCall = Call & { readonly app: App }
export type RepositoryCall = Call & { readonly repository: Repository }
