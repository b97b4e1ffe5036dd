import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { fetchBranches } from '../git/checkout/fetch-branches.ts'
import { listPaths, pathAsText } from '../git/checkout/list-paths.ts'
import { parseSummary, type RawChange } from '../git/diff/change.ts'
import { listFiles } from '../git/merge/tree-files.ts'
import { must, type Repository } from '../git/process/repository.ts'
import type { CommitMaker, MadeCommit, NewCommit } from '../git/push/commit-maker.ts'
import { connectGithub, readAnswer } from './connect-github.ts'
import { classifyError, type ErrorVerdict, openRetries, type RetryOptions } from './retries.ts'

// Egress: uploads the tree that `planPublish` has judged, with what `commitMessage` has cleaned.

/**
 * Commits through GitHub's Git database API. GitHub signs a commit of an App or of the workflow's token if it names no
 * author and no committer. https://docs.github.com/en/rest/git/commits#create-a-commit
 */
export function createApiMaker(options: GitDatabaseAccess & { readonly branch: string }): CommitMaker {
  const database = openGitDatabase(options)
  const { git, request, common } = database
  const { branch, repository } = options
  return {
    async make({ tree, parents, message }: NewCommit) {
      const uploaded = await uploadTree(database, parents, tree)
      if (!uploaded.ok) return uploaded
      const made = await request(Commit, () =>
        git.createCommit({ ...common(), message, tree: uploaded.sha, parents: [...parents] }),
      )
      if (!made.ok) return { ok: false, detail: made.verdict.detail }
      const { sha, verification } = made.value
      if (verification?.verified) return { ok: true, sha }
      const why = verification?.reason ?? 'it does not say why'
      return { ok: false, detail: `GitHub did not sign the commit (${why})` }
    },
    async deliver(sha, expected) {
      const moved = await request(z.unknown(), () =>
        expected === null
          ? git.createRef({ ...common(), ref: `refs/heads/${branch}`, sha })
          : git.updateRef({ ...common(), ref: `heads/${branch}`, sha, force: false }),
      )
      if (!moved.ok) {
        const { kind, detail } = moved.verdict
        return { kind: kind === 'refused' ? 'refused' : 'unknown', detail }
      }
      // The pull request is described from the commit, which only GitHub has so far.
      const failure = await fetchBranches({ repository, token: options.token }, [branch])
      return failure === null ? { kind: 'pushed' } : { kind: 'unknown', detail: failure.message }
    },
  }
}

export interface GitDatabaseAccess extends RetryOptions {
  readonly apiUrl: string
  /** With `contents: write`. */
  readonly token: string
  readonly owner: string
  readonly name: string
  readonly repository: Repository
}

const Named = z.object({ sha: z.string() })
const Commit = Named.extend({
  verification: z.object({ verified: z.boolean(), reason: z.string().nullish() }).nullish(),
})

const TIMEOUT_MS = 30_000

type Verdict = Exclude<ErrorVerdict, { kind: 'rate-limit' }>
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly verdict: Verdict }

type GitDatabase = ReturnType<typeof openGitDatabase>

/** GitHub's Git database API: https://docs.github.com/en/rest/git */
export function openGitDatabase(access: GitDatabaseAccess) {
  const { git } = connectGithub(access)
  const { owner, name, repository, signal, now } = access
  return {
    git,
    repository,
    common: () => ({
      owner,
      repo: name,
      request: { signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]) },
    }),
    /** Retries a request that may be repeated without harm. */
    async request<T extends z.ZodType>(
      schema: T,
      send: () => Promise<{ readonly data: unknown; readonly url: string }>,
    ): Promise<Answer<z.output<T>>> {
      const retries = openRetries(access)
      for (;;) {
        try {
          return { ok: true, value: readAnswer(schema, await send()) }
        } catch (error) {
          signal?.throwIfAborted()
          const verdict = classifyError(error, now())
          if (verdict.kind !== 'refused' && (await retries.wait(verdict))) continue
          return {
            ok: false,
            verdict: verdict.kind === 'rate-limit' ? { ...verdict, kind: 'transient' } : verdict,
          }
        }
      }
    },
  }
}

/**
 * Makes a tree on GitHub, from what differs from the first of these commits, which GitHub has. `sha` is that of the tree.
 */
export async function uploadTree(
  database: GitDatabase,
  [base = '', ...others]: readonly string[],
  tree: string,
): Promise<MadeCommit> {
  const { repository, git, request, common } = database
  const entries: TreeEntry[] = []
  const changes = await listChanges(repository, base, tree)
  const knownIds = new Set(changes.map(({ oldId }) => oldId))
  for (const other of others)
    for (const { id } of (await listFiles(repository, other)).values()) knownIds.add(id)
  for (const change of changes) {
    const entry = await entryOf(database, change, knownIds)
    if (!entry.ok) return { ok: false, detail: entry.verdict.detail }
    entries.push(entry.value)
  }
  const baseTree = (await must(repository.git(['rev-parse', `${base}^{tree}`]))).stdout.trim()
  if (entries.length === 0) return { ok: true, sha: baseTree }
  const made = await request(Named, () => git.createTree({ ...common(), base_tree: baseTree, tree: entries }))
  if (!made.ok) return { ok: false, detail: made.verdict.detail }
  // What is published is what was judged, byte for byte.
  return made.value.sha === tree
    ? { ok: true, sha: tree }
    : { ok: false, detail: 'GitHub made another tree of the files than git' }
}

/**
 * An entry of the new tree. A text is sent with the tree; other bytes need a separate request. What GitHub has, such
 * as the content of a moved file or of a file of the base, is not sent: it may be larger than a request.
 */
async function entryOf(
  { repository, git, request, common }: GitDatabase,
  { path, newMode, newId }: RawChange,
  knownIds: ReadonlySet<string>,
): Promise<Answer<TreeEntry>> {
  const mode = MODES.find((known) => known === newMode) ?? '100644'
  const entry = { path: pathAsText(path), type: mode === SUBMODULE ? ('commit' as const) : ('blob' as const) }
  if (newMode === null) return { ok: true, value: { ...entry, mode, sha: null } }
  if (mode === SUBMODULE || knownIds.has(newId)) return { ok: true, value: { ...entry, mode, sha: newId } }
  const { stdout } = await must(repository.gitBytes(['cat-file', 'blob', newId]))
  if (isPlainText(stdout)) return { ok: true, value: { ...entry, mode, content: stdout.toString('utf8') } }
  const blob = { content: stdout.toString('base64'), encoding: 'base64' }
  const made = await request(Named, () => git.createBlob({ ...common(), ...blob }))
  return made.ok ? { ok: true, value: { ...entry, mode, sha: made.value.sha } } : made
}

const SUBMODULE = '160000'
/** The last two come from the base of a merge only. */
const MODES = ['100644', '100755', '120000', SUBMODULE] as const

interface TreeEntry {
  path: string
  mode: (typeof MODES)[number]
  type: 'blob' | 'commit'
  sha?: string | null
  content?: string
}

async function listChanges({ gitBytes }: Repository, base: string, tree: string): Promise<RawChange[]> {
  const args = ['diff-tree', '-r', '--raw', '--no-abbrev', '--no-renames', '-z', `${base}^{tree}`, tree]
  return parseSummary(await listPaths(gitBytes, args)).raw
}

/** JSON carries it unchanged. */
const isPlainText = (bytes: Buffer): boolean =>
  isUtf8(bytes) && !bytes.includes(0) && !bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
