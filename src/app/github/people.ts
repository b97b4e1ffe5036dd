/** GitHub as a signed-in person sees it: every call is made with the token of that person. */
export interface GithubPeople {
  readPerson(token: string): Promise<Person>
  /** The installations of the App that the person can access, and the organisations that hide theirs. */
  listInstallations(token: string): Promise<PersonInstallations>
  /** The repositories of an installation to which the person has explicit access. */
  listRepositories(token: string, installationId: number): Promise<PersonRepositories>
  /**
   * The right in one repository; `null`: none, or another repository has taken its name. `read` may only be what a public
   * repository gives everybody.
   */
  readRight(token: string, repository: NamedRepository): Promise<PersonRight | null>
  /** Whether the person owns the organisation. */
  isOwner(token: string, organization: string): Promise<boolean>
}

/** The id identifies a person: a login can pass to another one. */
export interface Person {
  readonly id: number
  readonly login: string
  readonly name: string | null
}

/** What GitHub issues to a person. Epoch milliseconds; `null`: does not expire. */
export interface PersonTokens {
  readonly access: string
  readonly accessExpiresAt: number | null
  readonly refresh: string | null
  readonly refreshExpiresAt: number | null
}

export interface PersonInstallations {
  readonly installations: readonly PersonInstallation[]
  /** Organisations that require single sign-on first. */
  readonly hiddenOrganizationIds: readonly number[]
}

export interface PersonInstallation {
  readonly id: number
  readonly account: { readonly id: number; readonly login: string; readonly type: 'Organization' | 'User' }
  readonly isSuspended: boolean
  /** Its page. */
  readonly url: string
}

export interface NamedRepository {
  readonly id: number
  readonly owner: string
  readonly name: string
}

export interface PersonRepository {
  readonly id: number
  readonly name: string
  readonly right: PersonRight
}

export type PersonRepositories =
  | {
      readonly kind: 'listed'
      readonly repositories: readonly PersonRepository[]
      /** True: there are more than are ever asked for. */
      readonly isCut: boolean
    }
  /** `url`: where the person signs in to the organisation. */
  | { readonly kind: 'single-sign-on'; readonly url: string | null }

/** GitHub's `pull`, `push` and `admin`. */
export type PersonRight = 'read' | 'write' | 'admin'

/** GitHub no longer accepts the token of the person. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}
