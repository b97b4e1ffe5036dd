import type { Account } from '../../src/app/github/repository.ts'

export interface BenchRepository {
  readonly id: number
  readonly name: string
  readonly private: boolean
}

/** An installation of the app. */
export interface BenchInstallation {
  readonly id: number
  readonly account: Account
  readonly repositories: readonly BenchRepository[]
}

/** The installation with this id, if all have this number of repositories. */
export const benchInstallation = (id: number, repositories: number): BenchInstallation => ({
  id,
  account: { id, login: `bench-${id}` },
  repositories: upTo(repositories)
    .map((number) => (id - 1) * repositories + number)
    .map((repository) => ({ id: repository, name: `repository-${repository}`, private: true })),
})

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)
