import type { Material } from '../../../contract/runner-protocol/material.ts'
import type { ReadIssue } from '../../github/conversation.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { repositoryOf } from '../../projects/list-projects.ts'
import type { Project } from '../../projects/project.ts'
import { describeMerge } from '../../triggers/watch/describe-merge.ts'

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

const SHORT = /(?<![\w./-])([A-Za-z0-9-]{1,39}\/[\w.-]{1,100})#(\d{1,9})(?!\w)/g
const ADDRESS = /(https?:\/\/[^\s/]+)\/([A-Za-z0-9-]{1,39}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})(?!\w)/g

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

const MAY_WRITE: ReadonlySet<string> = new Set(['admin', 'write'])

async function isOfWriter(
  { github }: LinkedSources,
  repository: RepositoryRef,
  { author }: ReadIssue,
): Promise<boolean> {
  if (author === null) return false
  const found = await github.permissionOf(repository, author.login)
  return found?.userId === author.id && MAY_WRITE.has(found.permission)
}
