import type { SecretsByName } from './secret.ts'

export type Level = 'read' | 'write'
export type Permissions = Record<string, Level>

export interface Account {
  readonly id: number
  login: string
  readonly type: 'User' | 'Organization' | 'Bot'
  readonly createdAt: Date
  /** Of an organisation, if not `octo-admin`. */
  owner?: Account
  /** Of an organisation, for all its repositories. */
  secrets?: SecretsByName
}

export interface App {
  readonly id: number
  readonly slug: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where people may be sent after their sign-in. */
  readonly callbackUrls: readonly string[]
  /** Where people are led after an installation; `null`: they stay on its page. */
  readonly setupUrl: string | null
  readonly hookId: number
  readonly owner: Account
  readonly bot: Account
  readonly publicKeyPem: string
  webhookUrl: string
  readonly webhookSecret: string
  permissions: Permissions
  readonly events: readonly string[]
  /** False: only the account that owns it can install it. */
  readonly isPublic: boolean
  readonly createdAt: Date
}

export interface Installation {
  readonly id: number
  readonly app: App
  readonly account: Account
  /** What the account has granted. An app that asks for more later waits until the account accepts it. */
  permissions: Permissions
  selection: 'all' | 'selected'
  repositoryIds: Set<number>
  readonly createdAt: Date
  updatedAt: Date
  suspended: { readonly at: Date; readonly by: Account } | null
}
