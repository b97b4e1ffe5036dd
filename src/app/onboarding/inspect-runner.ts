import type { Actor } from '../audit/actor.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Account } from '../github/repository.ts'
import { type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import {
  judgeRunner,
  nameRunnerRepository,
  type RunnerDeps,
  type RunnerRepository,
  readRunnerRepository,
  removeRunnerRepository,
} from '../projects/runner-repository.ts'
import { type InspectionDeps, inspectWorkflow, problemsOf, type WorkflowFinding } from './inspect-workflow.ts'

export interface InspectRunnerDeps extends InspectionDeps {
  readonly github: InspectionDeps['github'] & RunnerDeps['github']
}

/** What GitHub says about a repository that is to do the work of its account. */
export type RunnerInspection =
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'seen'
      readonly url: string
      readonly defaultBranch: string
      readonly isOwn: boolean
      readonly isPrivate: boolean
      readonly isActive: boolean
      readonly isProtected: boolean
      readonly workflow: { readonly kind: WorkflowFinding['kind']; readonly problems: readonly string[] }
    }

/** Five requests. Throws GithubUnavailable. */
export async function inspectRunner(
  deps: InspectRunnerDeps,
  accountId: number,
  project: Project,
): Promise<RunnerInspection> {
  const repository = repositoryRef(project)
  if (repository === null) return { kind: 'refused', why: whyAbsent(project).message }
  try {
    const seen = await deps.github.readRepository(repository)
    const { url, defaultBranch } = seen
    const isProtected = await deps.github.isProtected(repository, defaultBranch)
    const found = await inspectWorkflow(deps, repository)
    const workflow = { kind: found.kind, problems: problemsOf(found) }
    return { kind: 'seen', url, defaultBranch, ...judgeRunner(seen, accountId), isProtected, workflow }
  } catch (error) {
    if (error instanceof GithubRefused) return { kind: 'refused', why: error.reason.message }
    throw error
  }
}

/** Whether nothing is missing. Pure. */
export const isFitRunner = (found: RunnerInspection): boolean =>
  found.kind === 'seen' &&
  found.isOwn &&
  found.isPrivate &&
  found.isActive &&
  found.isProtected &&
  found.workflow.kind === 'ok'

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

export const createRunnerRepositories = (deps: InspectRunnerDeps & AuditedStore): RunnerRepositories => ({
  read: (accountId) => readRunnerRepository(deps.store, accountId),
  inspect: (accountId, project) => inspectRunner(deps, accountId, project),
  name: async (given) => void (await nameRunnerRepository(deps, given)),
  remove: (given) => removeRunnerRepository(deps, given),
})
