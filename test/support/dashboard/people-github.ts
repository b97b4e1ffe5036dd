import {
  type GithubPeople,
  type Person,
  type PersonInstallation,
  type PersonRepositories,
  type PersonRight,
  TokenRefused,
} from '../../../src/app/github/people.ts'

/** A person, and what GitHub grants them. A test changes it at any time. */
export interface TestPerson extends Person {
  /** By repository id. */
  readonly rights: Map<number, PersonRight>
  /** Ids of organisations. */
  readonly owns: Set<number>
  /** Organisations that demand single sign-on of them. */
  readonly mustSignOn: Set<number>
  isRevoked: boolean
}

export interface PeopleGithub extends GithubPeople {
  readonly people: Record<string, TestPerson>
  readonly installations: {
    id: number
    account: PersonInstallation['account']
    isSuspended: boolean
    url: string
    repositories: number[]
  }[]
  /** Number of calls, by method. */
  readonly calls: Record<keyof GithubPeople, number>
}

let nextPerson = 500

/** The repository that every test server has, or another. */
const nameOf = (repository: number): string => (repository === 1234 ? 'docs' : `repository-${repository}`)

export const testPerson = (
  login: string,
  { rights = {}, owns = [] }: { rights?: Record<number, PersonRight>; owns?: number[] } = {},
): TestPerson => ({
  id: ++nextPerson,
  login,
  name: null,
  rights: new Map(Object.entries(rights).map(([id, right]) => [Number(id), right])),
  owns: new Set(owns),
  mustSignOn: new Set(),
  isRevoked: false,
})

/** GitHub as persons see it, in memory. A token is `token-` and a login. */
export function peopleGithub(persons: readonly TestPerson[]): PeopleGithub {
  const people = Object.fromEntries(persons.map((person) => [person.login, person]))
  const calls = { readPerson: 0, listInstallations: 0, listRepositories: 0, readRight: 0, isOwner: 0 }
  const installations: PeopleGithub['installations'] = []
  const personOf = (token: string): TestPerson => {
    const person = people[token.replace(/^token-/, '')]
    if (person === undefined || person.isRevoked) throw new TokenRefused('Bad credentials')
    return person
  }
  return {
    people,
    calls,
    installations,
    async readPerson(token) {
      calls.readPerson++
      const { id, login, name } = personOf(token)
      return { id, login, name }
    },
    async listInstallations(token) {
      calls.listInstallations++
      const person = personOf(token)
      const seen = installations.filter(
        ({ account, repositories }) =>
          account.id === person.id ||
          person.owns.has(account.id) ||
          repositories.some((id) => person.rights.has(id)),
      )
      return { installations: seen, hiddenOrganizationIds: [] }
    },
    async listRepositories(token, installationId): Promise<PersonRepositories> {
      calls.listRepositories++
      const person = personOf(token)
      const installation = installations.find(({ id }) => id === installationId)
      if (installation !== undefined && person.mustSignOn.has(installation.account.id))
        return { kind: 'single-sign-on', url: `https://github.com/orgs/${installation.account.login}/sso` }
      const repositories = (installation?.repositories ?? []).flatMap((id) => {
        const right = person.rights.get(id) ?? null
        return right === null ? [] : [{ id, name: nameOf(id), right }]
      })
      return { kind: 'listed', repositories, isCut: false }
    },
    async readRight(token, { id }) {
      calls.readRight++
      return personOf(token).rights.get(id) ?? null
    },
    async isOwner(token, organization) {
      calls.isOwner++
      const found = installations.find(({ account }) => account.login === organization)
      return found !== undefined && personOf(token).owns.has(found.account.id)
    },
  }
}
