import type { Account } from '../src/app/github/github.ts'

export interface GivenRepository {
  readonly id: number
  readonly name: string
  readonly private: boolean
}

/** An installation of the app, as GitHub would tell of it. */
export interface GivenInstallation {
  readonly id: number
  readonly account: Account
  readonly repositories: readonly GivenRepository[]
}

/** So many, each on an account of its own, with so many repositories each. */
export const givenInstallations = (amount: number, repositoriesEach: number): GivenInstallation[] =>
  upTo(amount).map((id) => givenInstallation(id, repositoriesEach))

/** The `id`-th of those that have so many repositories each. */
export const givenInstallation = (id: number, repositories: number): GivenInstallation => ({
  id,
  account: { id, login: `bench-${id}` },
  repositories: upTo(repositories)
    .map((number) => (id - 1) * repositories + number)
    .map((repository) => ({ id: repository, name: `repository-${repository}`, private: true })),
})

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)
