import type { Account, App, Credential, Level, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'

export type Json = Record<string, unknown>

export interface Answer {
  readonly status: number
  readonly body?: Json | readonly Json[]
  readonly headers?: Readonly<Record<string, string>>
}

export interface Call {
  readonly hub: GithubState
  readonly credential: Credential
  /** In whose name the call is made. */
  readonly actor: Account
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The address asked for, for Link headers. */
  readonly url: string
}

/** `path` is the template of GitHub's OpenAPI description, so that every route can be held against it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly answer: (call: Call) => Answer | Promise<Answer>
}

export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'app' }
  | { readonly kind: 'installation' }
  | { readonly kind: 'repository'; readonly permission: string; readonly level: Level }

export type AppCall = Call & { readonly app: App }
export type RepositoryCall = Call & { readonly repository: Repository }
