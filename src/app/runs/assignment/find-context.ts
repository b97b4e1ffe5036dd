import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { botOf } from '../../../mention/named-bots.ts'
import type { Job } from '../../domain/job.ts'
import type { Origin } from '../../domain/origin.ts'
import { lastOfTurn } from '../../domain/turns.ts'
import { mayWrite, type ReadIssue } from '../../github/conversation.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { readMessages } from '../../job-store/messages.ts'
import { findKeyInForce } from '../../keys/find-key.ts'
import { covers } from '../../keys/key-record.ts'
import {
  allProjects,
  isHiddenAsMuch,
  isPublic,
  isReader,
  repositoryOf,
} from '../../projects/list-projects.ts'
import { type Project, type ProjectWork, repositoryRef } from '../../projects/project.ts'
import { refreshProject } from '../../projects/refresh-project.ts'
import { describeMerge } from '../../triggers/watch/describe-merge.ts'

interface ContextRepository {
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
  deps: ProjectWork,
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
    const checked = await checkRepository(deps, reader, found ?? null, askers)
    if (typeof checked !== 'string') repositories.push(checked)
    else warnings.push(`context: ${name} is left out: ${checked}`)
  }
  const texts = messages.flatMap(({ message }) => [message?.text ?? '', message?.issue?.body ?? ''])
  const refs = repositories.map(({ repository }) => repository)
  return { repositories, linked: await readLinked(deps, texts, refs, project), warnings }
}

interface OpenedContext extends Pick<FoundContext, 'linked' | 'warnings'> {
  readonly given: Pick<Assignment, 'context'>
}

/** A run can do without its context: whatever prevents the token is a warning. */
export async function openContext(
  github: Pick<Github, 'mintContextToken'>,
  { repositories, linked, warnings }: FoundContext,
): Promise<OpenedContext> {
  if (repositories.length === 0) return { given: {}, linked: [], warnings }
  try {
    const token = await github.mintContextToken(repositories.map(({ repository }) => repository))
    const read = repositories.map(({ repository: { owner, name }, branch }) => ({ owner, name, branch }))
    return { given: { context: { token, repositories: read } }, linked, warnings }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return { given: {}, linked: [], warnings: [...warnings, `context: it is left out: ${error.message}`] }
  }
}

/** Why the repository must not be read, or what is read. */
async function checkRepository(
  deps: ProjectWork,
  reader: Project,
  found: Project | null,
  askers: readonly Origin[],
): Promise<ContextRepository | string> {
  const repository = found && repositoryRef(found)
  if (found === null || repository === null || found.id === reader.id)
    return 'the App is not installed on another repository of this name in the same account'
  try {
    const fresh = await refreshProject(deps, found)
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
function turnOf({ store }: ProjectWork, job: Job) {
  const last =
    job.run.claimedAt === null ? Math.max(lastOfTurn(job, job.run.first), job.run.last) : job.run.last
  return readMessages(store, job.id, job.run.first, last)
}

type Turn = Awaited<ReturnType<typeof turnOf>>

/**
 * A turn that a merge or a CI failure started continues earlier requests of people, who may have caused the failure to have
 * something read for them. So everybody counts who has ever asked.
 */
async function withEarlier({ store }: ProjectWork, job: Job, turn: Turn): Promise<Turn> {
  const isOfSettings = turn.some(({ message }) => {
    const { kind } = message?.origin ?? job.origin
    return kind === 'settings' || kind === 'watch'
  })
  return isOfSettings ? [...(await readMessages(store, job.id, 1, job.run.first - 1)), ...turn] : turn
}

/** The senders, each once. */
function askersOf(messages: Turn, job: Job): Origin[] {
  const origins = messages.map(({ message }) => message?.origin ?? job.origin)
  return origins.filter((one, at) => origins.findIndex((other) => isSameAsker(one, other)) === at)
}

/**
 * Whether those who ask may read a repository now, so that no agent reads for them what they may not read themselves.
 * A merge that is watched, or a failure of CI, was not chosen by anybody who asks: there, the settings of the two
 * repositories decide.
 */
async function mayRead(
  { store, github, now }: ProjectWork,
  origin: Origin,
  project: Project,
  repository: RepositoryRef,
): Promise<boolean> {
  if (isPublic(project)) return true
  switch (origin.kind) {
    case 'watch':
    case 'settings':
      return true
    case 'key': {
      const found = await findKeyInForce(store, { accountId: project.accountId, id: origin.id }, now())
      return found.kind === 'in-force' && covers(found.key, project)
    }
    case 'actor':
    case 'github': {
      if (botOf(origin) !== null) return false
      const found = await github.permissionOf(repository, origin.login)
      // The login may be somebody else's by now.
      return found?.userId === origin.id && found.permission !== 'none'
    }
  }
}

/** For a warning that may be public, so it does not name an API key. */
const nameAsker = (origin: Origin): string =>
  origin.kind === 'actor' || origin.kind === 'github' ? origin.login : 'the API key that asked'

export const isSameAsker = (one: Origin, other: Origin): boolean => {
  const isPerson = ({ kind }: Origin) => kind === 'actor' || kind === 'github'
  return one.id === other.id && (one.kind === other.kind || (isPerson(one) && isPerson(other)))
}

interface LinkedSources {
  readonly github: Pick<Github, 'permissionOf' | 'readIssue' | 'listChangedFiles'>
  /** Web URL of GitHub. */
  readonly serverUrl: string
}

interface Reference {
  readonly repository: string
  readonly number: number
}

const MAX_LINKED = 5
/** Each takes up to three requests, even if it does not exist or does not count. */
const MAX_LOOKED_UP = 10

const SHORT = /(?<![\w./-])([\w-]{1,39}\/[\w.-]{1,100})#(\d{1,9})(?!\w)/g
const ADDRESS = /(https?:\/\/[^\s/]+)\/([\w-]{1,39}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})(?!\w)/g

/** The issues and pull requests that texts name as `owner/name#1` or by their address, each once. Pure. */
function findReferences(texts: readonly string[], serverUrl: string): Reference[] {
  const found = texts.flatMap((text) => [
    ...[...text.matchAll(SHORT)].map(([, repository = '', number]) => ({
      repository,
      number: Number(number),
    })),
    ...[...text.matchAll(ADDRESS)].flatMap(([, origin, repository = '', number]) =>
      origin === new URL(serverUrl).origin ? [{ repository, number: Number(number) }] : [],
    ),
  ])
  return [
    ...new Map(found.map((one) => [`${one.repository.toLowerCase()}#${one.number}`, one] as const)).values(),
  ]
}

/**
 * Issues and pull requests of the context repositories that the prompts name, as data. As for issues of the repository
 * itself, the settings say whose texts count.
 */
export async function readLinked(
  deps: LinkedSources,
  texts: readonly string[],
  repositories: readonly RepositoryRef[],
  { config }: Project,
): Promise<Material[]> {
  const linked: Material[] = []
  const isForEveryone = config?.triggers.issueText === 'everyone'
  const found = findReferences(texts, deps.serverUrl).flatMap(({ repository: name, number }) => {
    const repository = repositories.find((one) => repositoryOf(one).toLowerCase() === name.toLowerCase())
    return repository === undefined ? [] : [{ repository, number }]
  })
  for (const { repository, number } of found.slice(0, MAX_LOOKED_UP)) {
    const read = await readOne(deps, repository, number, isForEveryone)
    if (read !== null) linked.push(read)
    if (linked.length === MAX_LINKED) break
  }
  return linked
}

async function readOne(
  deps: LinkedSources,
  repository: RepositoryRef,
  number: number,
  isForEveryone: boolean,
): Promise<Material | null> {
  try {
    const issue = await deps.github.readIssue(repository, number)
    if (issue === null || !(isForEveryone || (await isOfWriter(deps, repository, issue)))) return null
    const { title, body, isPullRequest } = issue
    const files = isPullRequest ? await deps.github.listChangedFiles(repository, number) : []
    const kind = isPullRequest ? 'the pull request' : 'the issue'
    return {
      of: `${kind} ${repositoryOf(repository)}#${number}`,
      text: describeMerge({ title, body }, files),
    }
  } catch (error) {
    // The App may lack the permission for issues.
    if (!(error instanceof GithubRefused)) throw error
    return null
  }
}

async function isOfWriter(
  { github }: LinkedSources,
  repository: RepositoryRef,
  { author }: ReadIssue,
): Promise<boolean> {
  if (author === null) return false
  const found = await github.permissionOf(repository, author.login)
  return mayWrite(found, author.id)
}
