import type { RepositoryRef } from './repository.ts'

/** The app's own bot account. */
export interface AppIdentity {
  /** With which people sign in. */
  readonly clientId: string
  readonly slug: string
  readonly botId: number
  /** `slug[bot]` */
  readonly botLogin: string
  /** `<bot id>+slug[bot]@users.noreply.<host>` */
  readonly botEmail: string
}

export interface MintedToken {
  readonly token: string
  /** The current owner and name of the repository, which may differ from those in the request. */
  readonly owner: string
  readonly name: string
}

/** A webhook that did not reach the server, or that the server could not process. */
export interface FailedDelivery {
  readonly id: number
  /** A repeated delivery has the GUID of the first. */
  readonly guid: string
  readonly event: string
  /** Absent: the event has none. */
  readonly action?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** The App itself: its identity, its tokens and its webhooks. */
export interface GithubApp {
  identity(): Promise<AppIdentity>
  /** Failed deliveries of webhooks since then, newest first: at most a thousand. */
  listFailedDeliveries(since: Date): Promise<FailedDelivery[]>
  /** Asks GitHub to send a webhook again. False: GitHub, which keeps deliveries for some days, does not have it any more. */
  redeliver(id: number): Promise<boolean>
  /** A token with `contents: read` for this repository. */
  mintFetchToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token with `contents: read` for these repositories of one installation. */
  mintContextToken(repositories: readonly RepositoryRef[]): Promise<string>
  /** A new token with `contents: write` and `pull_requests: write` for this repository, never from a cache. */
  mintPushToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token that is already invalid is not an error. */
  revokeToken(token: string): Promise<void>
}
