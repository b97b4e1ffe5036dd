import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { listRefs } from './list-refs.ts'
import { runGit } from './run-git.ts'

const SHA = /^[0-9a-f]{40}$/
/** A name without the operators of gitrevisions(7). */
const BRANCH_OR_TAG = /^refs\/(heads|tags)\/[^~^:@]+$/

export const branchHead = async (repository: Repository, branch: string): Promise<string | null> =>
  (await listRefs(repository)).get(`refs/heads/${branch}`) ?? null

/** Resolves a branch or tag name, a full ref or a full SHA to its commit. */
export const resolveCommit = async (
  state: GithubState,
  repository: Repository,
  name: string,
): Promise<string | null> => {
  const short = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`]
  const isWhole = SHA.test(name) || name.startsWith('refs/')
  const refs = await listRefs(repository)
  for (const candidate of isWhole ? [name, ...short] : short) {
    // Each attempt of git starts a process; branches and tags are files.
    if (BRANCH_OR_TAG.test(candidate)) {
      const found = refs.get(candidate)
      if (found === undefined) continue
      if (candidate.startsWith('refs/heads/')) return found
    }
    const spec = `${candidate}^{commit}`
    const found = await runGit(state, repository.gitDirectory, ['rev-parse', '--verify', '--quiet', spec])
    if (found.code === 0) return found.text.trim()
  }
  return null
}

export interface TreeEntry {
  readonly path: string
  readonly mode: string
  readonly type: string
  readonly sha: string
  readonly size: number | null
}

/** `null`: no such tree. `rev` is a commit or a tree, `path` a folder in it. */
export const readTree = async (
  state: GithubState,
  repository: Repository,
  rev: string,
  o: { recursive: boolean; path?: string },
): Promise<TreeEntry[] | null> => {
  const spec = o.path ? `${rev}:${o.path}` : rev
  const args = ['ls-tree', '-l', '-z', ...(o.recursive ? ['-r', '-t'] : []), spec]
  const listed = await runGit(state, repository.gitDirectory, args)
  if (listed.code !== 0) return null
  return listed.text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [facts = '', path = ''] = [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]
      const [mode = '', type = '', sha = '', size = '-'] = facts.split(/ +/)
      return { path, mode, type, sha, size: size === '-' ? null : Number(size) }
    })
}

export const objectId = async (
  state: GithubState,
  repository: Repository,
  spec: string,
): Promise<string | null> => {
  const found = await runGit(state, repository.gitDirectory, ['rev-parse', '--verify', '--quiet', spec])
  return found.code === 0 ? found.text.trim() : null
}

export const readFile = async (
  state: GithubState,
  repository: Repository,
  rev: string,
  path: string,
): Promise<Buffer | null> => {
  const read = await runGit(state, repository.gitDirectory, ['cat-file', 'blob', `${rev}:${path}`])
  return read.code === 0 ? read.bytes : null
}
