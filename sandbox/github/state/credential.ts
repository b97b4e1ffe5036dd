import type { Account, App, Installation, Level, Permissions } from './account.ts'
import type { Repository } from './repository.ts'

export type TokenCredential =
  | {
      readonly kind: 'installation'
      readonly token: string
      readonly installation: Installation
      readonly permissions: Permissions
      /** `null`: every repository of the installation. */
      readonly repositoryIds: ReadonlySet<number> | null
      readonly expiresAt: Date
    }
  | {
      readonly kind: 'user'
      readonly token: string
      readonly account: Account
      /** Of every repository; `role`: what the person may do there. */
      readonly level: Level | 'role'
      /** Of a token of `gh auth login`; `null`: a token of another kind, of which GitHub names no scopes. */
      readonly scopes: readonly string[] | null
      /** The app that the token belongs to; `null`: a personal access token. */
      readonly viaApp: App | null
      /** `null`: it does not expire. */
      readonly expiresAt: Date | null
    }
  | {
      readonly kind: 'actions'
      readonly token: string
      readonly repository: Repository
      readonly permissions: Permissions
    }

export type Credential =
  | TokenCredential
  | { readonly kind: 'app-jwt'; readonly app: App }
  | { readonly kind: 'none' }
