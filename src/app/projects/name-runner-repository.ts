import { type Actor, nameOf } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Account } from '../github/repository.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, mergeCommits } from '../store/store.ts'
import { MOST_ONBOARDED } from './add-projects.ts'
import { listProjects } from './list-projects.ts'
import type { Project } from './project.ts'
import {
  checkRunner,
  type Runner,
  type RunnerDeps,
  type RunnerRepository,
  readRunnerRepository,
} from './runner-repository.ts'

export interface NameRunnerDeps extends RunnerDeps {
  readonly now: () => number
  readonly auditMs: number
}

/**
 * Names the repository whose workflow does the work of the account. The caller has made sure that `by` is the operator or
 * an owner of the account. Rejects with GithubRefused if the repository cannot be used.
 */
export async function nameRunnerRepository(
  deps: NameRunnerDeps,
  given: {
    readonly account: Account
    readonly project: Pick<Project, 'repositoryId' | 'owner' | 'name'>
    readonly allowsSetup: boolean
    readonly by: Actor
  },
): Promise<Runner> {
  const { account, project, allowsSetup, by } = given
  const { repositoryId } = project
  const record: RunnerRepository = { repositoryId, allowsSetup, by: nameOf(by), at: deps.now() }
  const runner = await checkRunner(deps, account.id, record)
  const set = [{ key: keySpace.runnerRepository(account.id), value: JSON.stringify(record) }]
  const again = await onboardingOf(deps, account.id)
  const detail = `${project.owner}/${project.name}${allowsSetup ? ', setup commands allowed' : ''}`
  await deps.store.commit(
    mergeCommits({ set: [...set, ...again] }, auditOf(deps, 'named', { account, by, detail })),
  )
  return runner
}

/** Every repository runs its own workflow again. `false`: the account had no runner repository. */
export async function removeRunnerRepository(
  deps: NameRunnerDeps,
  { account, by }: { readonly account: Account; readonly by: Actor },
): Promise<boolean> {
  if ((await readRunnerRepository(deps.store, account.id)) === null) return false
  const del = [keySpace.runnerRepository(account.id)]
  await deps.store.commit(mergeCommits({ del }, auditOf(deps, 'removed', { account, by, detail: null })))
  return true
}

/** Open onboarding pull requests have no use any more. In larger accounts, `onboard` closes them. */
async function onboardingOf(
  { store, now }: NameRunnerDeps,
  accountId: number,
): Promise<{ key: string; value: string }[]> {
  const limit = MOST_ONBOARDED
  const { projects, nextCursor } = await listProjects(store, accountId, () => true, { cursor: null, limit })
  if (nextCursor !== null) return []
  return projects.map(({ id }) => ({ key: keySpace.onboardProject(id, now()), value: '' }))
}

function auditOf(
  { now, auditMs }: NameRunnerDeps,
  done: 'named' | 'removed',
  { account, by, detail }: { readonly account: Account; readonly by: Actor; readonly detail: string | null },
): Commit {
  const action: Action = `${by.kind === 'operator' ? 'operator' : 'settings'}.runner-repository-${done}`
  const subject = { id: String(account.id), name: account.login }
  return auditEntry({ accountId: account.id, at: now(), action, by, project: null, subject, detail }, auditMs)
}
