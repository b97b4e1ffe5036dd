import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountNamed } from '../accounts/accounts.ts'
import type { Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { installUpdateHook } from './push-rules.ts'
import { listRefs } from './read.ts'
import { git, gitEnvironment, runGit } from './run-git.ts'

export interface NewRepository {
  readonly owner: string
  readonly name: string
  /** A local git repository to copy branches and tags from; it is only read. */
  readonly from?: string
  readonly private?: boolean
  readonly defaultBranch?: string
  readonly actionsMayOpenPulls?: boolean
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export const repositoryNamed = (hub: GithubState, owner: string, name: string): Repository | undefined =>
  [...hub.repositories.values()].find((r) => same(r.owner.login, owner) && same(r.name, name))

export const repositoryOrThrow = (hub: GithubState, owner: string, name: string): Repository => {
  const found = repositoryNamed(hub, owner, name)
  if (!found) throw new Error(`sandbox: no repository ${owner}/${name}: call createRepository first`)
  return found
}

/** The repository that once had this name. */
export const repositoryOnceNamed = (hub: GithubState, owner: string, name: string): Repository | undefined =>
  repositoryNamed(hub, owner, name)
    ? undefined
    : [...hub.repositories.values()].find((r) =>
        r.formerNames.some((former) => same(former.owner, owner) && same(former.name, name)),
      )

/** Where a REST path under a repository's former name leads, `null` if it is none. */
export const movedTo = (hub: GithubState, path: string): string | null => {
  const [, owner, name, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (owner === undefined || name === undefined) return null
  const repository = repositoryOnceNamed(hub, owner, name)
  return repository ? `/repositories/${repository.id}${rest}` : null
}

export const createRepository = async (hub: GithubState, wanted: NewRepository): Promise<Repository> => {
  const owner = accountNamed(hub, wanted.owner)
  if (repositoryNamed(hub, wanted.owner, wanted.name))
    throw new Error(`sandbox: ${wanted.owner}/${wanted.name} exists already`)
  const id = hub.nextId()
  const gitDirectory = join(hub.directory, `${id}.git`)
  await makeBare(hub, gitDirectory, wanted)
  const now = hub.now()
  const repository: Repository = {
    id,
    owner,
    name: wanted.name,
    formerNames: [],
    private: wanted.private ?? true,
    defaultBranch: await currentBranch(hub, gitDirectory),
    gitDirectory,
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
    workflows: [],
    runs: [],
    pulls: [],
    comments: [],
    nextIssueNumber: 1,
    protectedBranches: new Set(),
    actionsMayOpenPulls: wanted.actionsMayOpenPulls ?? true,
    settings: { archived: false, actionsEnabled: true, protectsWorkflows: false, runsWaitFor: null },
    refs: new Map(),
    history: [],
    lock: Promise.resolve(),
  }
  repository.refs = await listRefs(hub, repository)
  hub.repositories.set(id, repository)
  return repository
}

/** As GitHub serves them; and no housekeeping, whose process in the background would outlive close(). */
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

const currentBranch = async (hub: GithubState, gitDirectory: string): Promise<string> => {
  const head = await runGit(hub, gitDirectory, ['symbolic-ref', '--short', 'HEAD'])
  if (head.code !== 0)
    throw new Error('sandbox: the repository to copy from has no branch checked out: pass defaultBranch')
  return head.text.trim()
}

const makeBare = async (hub: GithubState, gitDirectory: string, wanted: NewRepository): Promise<void> => {
  const make = wanted.from
    ? // Hard links would let a later repack here touch the files over there.
      ['clone', '--quiet', '--bare', '--no-hardlinks', wanted.from, gitDirectory]
    : ['init', '--quiet', '--bare', '--initial-branch', wanted.defaultBranch ?? 'main', gitDirectory]
  await promisify(execFile)('git', make, { env: gitEnvironment(hub) })
  if (wanted.from) await git(hub, gitDirectory, ['remote', 'remove', 'origin'])
  if (wanted.defaultBranch)
    await git(hub, gitDirectory, ['symbolic-ref', 'HEAD', `refs/heads/${wanted.defaultBranch}`])
  await appendFile(join(gitDirectory, 'config'), SETTINGS)
  await installUpdateHook(gitDirectory)
}
