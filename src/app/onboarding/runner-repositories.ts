import type { Actor } from '../audit/actor.ts'
import type { Account } from '../github/repository.ts'
import type { Project } from '../projects/project.ts'
import {
  type NameRunnerDeps,
  nameRunnerRepository,
  type RunnerRepository,
  readRunnerRepository,
  removeRunnerRepository,
} from '../projects/runner-repository.ts'
import { type InspectRunnerDeps, inspectRunner, type RunnerInspection } from './inspect-runner.ts'

export interface RunnerRepositoriesDeps extends InspectRunnerDeps, NameRunnerDeps {
  readonly github: InspectRunnerDeps['github']
}

/** The runner repositories of the accounts, for people who own them. The caller checks that. */
export interface RunnerRepositories {
  /** `null`: every repository of the account runs its own workflow. */
  read(accountId: number): Promise<RunnerRepository | null>
  /** Throws GithubUnavailable. */
  inspect(accountId: number, project: Project): Promise<RunnerInspection>
  /** Throws GithubRefused, if the repository cannot be used, and GithubUnavailable. */
  name(given: {
    readonly account: Account
    readonly project: Project
    readonly allowsSetup: boolean
    readonly by: Actor
  }): Promise<void>
  /** `false`: there was none. */
  remove(given: { readonly account: Account; readonly by: Actor }): Promise<boolean>
}

export const createRunnerRepositories = (deps: RunnerRepositoriesDeps): RunnerRepositories => ({
  read: (accountId) => readRunnerRepository(deps.store, accountId),
  inspect: (accountId, project) => inspectRunner(deps, accountId, project),
  name: async (given) => void (await nameRunnerRepository(deps, given)),
  remove: (given) => removeRunnerRepository(deps, given),
})
