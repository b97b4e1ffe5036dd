import { execFile } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountNamed } from '../accounts/accounts.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { listRefs } from './list-refs.ts'
import { installUpdateHook } from './push-rules.ts'
import { git, gitEnvironment, runGit } from './run-git.ts'

export interface NewRepository {
  readonly owner: string
  readonly name: string
  /** A local git repository to copy branches and tags from. It is not changed. */
  readonly from?: string
  readonly private?: boolean
  readonly defaultBranch?: string
  readonly actionsMayOpenPulls?: boolean
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export const repositoryNamed = (state: GithubState, owner: string, name: string): Repository | undefined =>
  [...state.repositories.values()].find((r) => same(r.owner.login, owner) && same(r.name, name))

export const repositoryOrThrow = (state: GithubState, owner: string, name: string): Repository => {
  const found = repositoryNamed(state, owner, name)
  if (!found) throw new Error(`sandbox: no repository ${owner}/${name}: call createRepository first`)
  return found
}

/** The repository that had this name before it was renamed or transferred. */
export const repositoryOnceNamed = (
  state: GithubState,
  owner: string,
  name: string,
): Repository | undefined =>
  repositoryNamed(state, owner, name)
    ? undefined
    : [...state.repositories.values()].find((r) =>
        r.formerNames.some((former) => same(former.owner, owner) && same(former.name, name)),
      )

/**
 * The target of a REST path under the former name of a repository, or below an issue that was transferred; `null`: there is
 * no redirect. An issue of a repository that the reader may not see is not found, as GitHub describes it:
 * https://docs.github.com/en/rest/issues/issues#get-an-issue
 */
export const movedTo = (
  state: GithubState,
  path: string,
  isSeen: (repository: Repository) => boolean,
): string | null => {
  const [, owner, name, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (owner === undefined || name === undefined) return null
  const [, number, below = ''] = /^\/issues\/(\d+)(\/.*)?$/.exec(rest) ?? []
  const present = repositoryNamed(state, owner, name)
  const { to } = present?.transferredIssues.find((one) => String(one.number) === number) ?? {}
  const target = to && state.repositories.get(to.repositoryId)
  if (present && to && target && isSeen(present) && isSeen(target))
    return `/repositories/${target.id}/issues/${to.number}${below}`
  const repository = repositoryOnceNamed(state, owner, name)
  return repository ? `/repositories/${repository.id}${rest}` : null
}

export const createRepository = async (state: GithubState, options: NewRepository): Promise<Repository> => {
  const owner = accountNamed(state, options.owner)
  if (repositoryNamed(state, options.owner, options.name))
    throw new Error(`sandbox: ${options.owner}/${options.name} already exists`)
  const id = state.nextId()
  const gitDirectory = join(state.directory, `${id}.git`)
  const defaultBranch = await makeBare(state, gitDirectory, options)
  const now = state.now()
  const repository: Repository = {
    id,
    owner,
    name: options.name,
    formerNames: [],
    private: options.private ?? true,
    defaultBranch,
    gitDirectory,
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
    workflows: [],
    runs: [],
    pulls: [],
    issues: [],
    transferredIssues: [],
    labels: [],
    comments: [],
    workflowJobs: [],
    checkRuns: [],
    reviews: [],
    reviewComments: [],
    reactions: [],
    minimized: new Set(),
    resolvedThreads: new Set(),
    roles: new Map(),
    nextIssueNumber: 1,
    protectedBranches: new Set(),
    rulesets: [],
    verifiedCommits: new Set(),
    actionsMayOpenPulls: options.actionsMayOpenPulls ?? true,
    secrets: new Map(),
    settings: {
      archived: false,
      actionsEnabled: true,
      allowedActions: 'all',
      workflowPermissions: 'read',
      organizationForbidsPulls: false,
      protectsWorkflows: false,
      runsWaitFor: null,
      requiresSignatures: null,
    },
    refs: new Map(),
    history: [],
    lock: Promise.resolve(),
  }
  repository.refs = await listRefs(repository)
  state.repositories.set(id, repository)
  return repository
}

/** GitHub's settings, and no automatic gc: its background process would outlive close(). */
const SETTINGS = `[http]
  receivepack = true
[uploadpack]
  allowFilter = true
  allowAnySHA1InWant = true
[receive]
  autogc = false
[gc]
  auto = 0
`

const currentBranch = async (state: GithubState, gitDirectory: string): Promise<string> => {
  const head = await runGit(state, gitDirectory, ['symbolic-ref', '--short', 'HEAD'])
  if (head.code !== 0)
    throw new Error('sandbox: the repository to copy from has no branch checked out: pass defaultBranch')
  return head.text.trim()
}

/** Returns the default branch. */
const makeBare = async (
  state: GithubState,
  gitDirectory: string,
  { from, defaultBranch }: NewRepository,
): Promise<string> => {
  if (from === undefined) await makeEmpty(gitDirectory, defaultBranch ?? 'main')
  else await copyFrom(state, gitDirectory, from)
  if (from !== undefined && defaultBranch !== undefined)
    await git(state, gitDirectory, ['symbolic-ref', 'HEAD', `refs/heads/${defaultBranch}`])
  await appendFile(join(gitDirectory, 'config'), SETTINGS)
  await installUpdateHook(gitDirectory)
  return defaultBranch ?? (from === undefined ? 'main' : currentBranch(state, gitDirectory))
}

const copyFrom = async (state: GithubState, gitDirectory: string, from: string): Promise<void> => {
  // With hard links, a later repack of the copy could change the files of the original.
  const clone = ['clone', '--quiet', '--bare', '--template=', '--no-hardlinks', from, gitDirectory]
  await promisify(execFile)('git', clone, { env: gitEnvironment(state) })
  await git(state, gitDirectory, ['remote', 'remove', 'origin'])
}

/** As `git init --bare` makes it, without a process: https://git-scm.com/docs/gitrepository-layout */
const makeEmpty = async (gitDirectory: string, defaultBranch: string): Promise<void> => {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    await mkdir(join(gitDirectory, folder), { recursive: true })
  await writeFile(join(gitDirectory, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`)
  await writeFile(join(gitDirectory, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
}
