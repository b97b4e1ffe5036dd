import type { Material } from '../../../contract/runner-protocol/material.ts'
import type { Job } from '../../domain/job.ts'
import type { Origin } from '../../domain/origin.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { allProjects, repositoryOf } from '../../projects/list-projects.ts'
import { type Project, repositoryRef } from '../../projects/project.ts'
import type { Projects } from '../../projects/projects.ts'
import { isHiddenAsMuch, isReader } from '../../projects/readers.ts'
import { readMessages } from '../../records/messages.ts'
import { isSameAsker, type MayReadDeps, mayRead, nameAsker } from './may-read-context.ts'
import { type ReadLinkedDeps, readLinked } from './read-linked.ts'

export interface FindContextDeps extends MayReadDeps, ReadLinkedDeps {
  readonly github: ReadLinkedDeps['github']
  readonly projects: Pick<Projects, 'refresh'>
}

export interface ContextRepository {
  readonly repository: RepositoryRef
  readonly branch: string
}

export interface FoundContext {
  /** All of one account. */
  readonly repositories: readonly ContextRepository[]
  /** Their issues and pull requests that the prompts name. */
  readonly linked: readonly Material[]
  /** Why others that the settings name are left out, for the log of the run. */
  readonly warnings: readonly string[]
}

export const NO_CONTEXT: FoundContext = { repositories: [], linked: [], warnings: [] }

/**
 * The context repositories that a run may read: their own settings name the reader, nobody can see the reader who cannot
 * see them, and all who ask may read them now. `isPublic`: what the runner's token says of the reader.
 */
export async function findContext(
  deps: FindContextDeps,
  job: Job,
  project: Project,
  { isPublic }: { readonly isPublic: boolean },
): Promise<FoundContext> {
  const names = project.config?.context ?? []
  if (names.length === 0) return NO_CONTEXT
  const reader: Project = isPublic ? { ...project, visibility: 'public' } : project
  const messages = await turnOf(deps, job)
  const askers = askersOf(await withEarlier(deps, job, messages), job)
  const projects = await allProjects(deps.store, project.accountId)
  const repositories: ContextRepository[] = []
  const warnings: string[] = []
  // One after the other: each asks GitHub.
  for (const name of names) {
    const found = projects.find((one) => repositoryOf(one).toLowerCase() === name.toLowerCase())
    const judged = await judge(deps, reader, found ?? null, askers)
    if (typeof judged !== 'string') repositories.push(judged)
    else warnings.push(`context: ${name} is left out: ${judged}`)
  }
  const texts = messages.flatMap(({ message }) => [message?.text ?? '', message?.issue?.body ?? ''])
  const refs = repositories.map(({ repository }) => repository)
  return { repositories, linked: await readLinked(deps, texts, refs, project), warnings }
}

/** Why the repository must not be read, or what is read. */
async function judge(
  deps: FindContextDeps,
  reader: Project,
  found: Project | null,
  askers: readonly Origin[],
): Promise<ContextRepository | string> {
  const repository = found && repositoryRef(found)
  if (found === null || repository === null || found.id === reader.id)
    return 'the App is not installed on another repository of this name in the same account'
  try {
    const fresh = await deps.projects.refresh(found)
    if (!isReader(fresh, reader)) return `its settings do not name ${repositoryOf(reader)} under \`readers\``
    if (!isHiddenAsMuch(reader, fresh)) return 'this repository is visible to more people'
    const current = { ...repository, owner: fresh.owner, name: fresh.name }
    if (askers.length === 0) return 'nobody is known to have asked for the run'
    for (const origin of askers)
      if (!(await mayRead(deps, origin, fresh, current))) return `${nameAsker(origin)} may not read it`
    return { repository: current, branch: fresh.defaultBranch }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return error.message
  }
}

/** The prompts of the turn, with those that the claim adds to it. */
function turnOf({ store }: FindContextDeps, job: Job) {
  const last = job.run.claimedAt === null ? Math.max(job.messages, job.run.last) : job.run.last
  return readMessages(store, job.id, job.run.first, last)
}

type Turn = Awaited<ReturnType<typeof turnOf>>

/**
 * A turn that a merge or a failure of CI started continues what people asked for before, who may have brought the failure
 * about to have something read for them. Then everybody counts who has asked.
 */
async function withEarlier({ store }: FindContextDeps, job: Job, turn: Turn): Promise<Turn> {
  const isOfSettings = turn.some(({ message }) => {
    const { kind } = message?.origin ?? job.origin
    return kind === 'settings' || kind === 'watch'
  })
  return isOfSettings ? [...(await readMessages(store, job.id, 1, job.run.first - 1)), ...turn] : turn
}

/** Who sent them, each once. */
function askersOf(messages: Turn, job: Job): Origin[] {
  const origins = messages.map(({ message }) => message?.origin ?? job.origin)
  return origins.filter((one, at) => origins.findIndex((other) => isSameAsker(one, other)) === at)
}
