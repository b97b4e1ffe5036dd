import { type Reason, reason } from '../../../contract/reasons.ts'
import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import { showPath, showPaths } from '../../text/format.ts'
import { meetBranches, type Pause } from '../checkout/fetch-branches.ts'
import { pathAsText } from '../checkout/list-paths.ts'
import { readLinks } from '../checkout/read-tree-files.ts'
import type { Conflict, StartedMerge } from '../checkout/started-merge.ts'
import { LFS, openFilters } from '../diff/find-filters.ts'
import { markerLines } from '../policy/find-markers.ts'
import { type JudgePath, type PathRules, pathPolicy } from '../policy/path-policy.ts'
import { must, type Repository } from '../process/repository.ts'
import { commitTree } from '../push/commit-maker.ts'
import { type GivenPath, sortConflicts } from './conflicts.ts'
import { type MergedTrees, mergeTrees, type Version } from './merge-trees.ts'
import {
  compareWorkflows,
  type Files,
  listFiles,
  replaceEntries,
  type WorkflowChanges,
} from './tree-files.ts'

export interface MergeInput {
  readonly repository: Repository
  /** Used for the fetch only. */
  readonly token: string
  readonly base: string
  readonly branch: string
  readonly baseSha: string
  readonly branchHead: string
  readonly author: CommitIdentity
  readonly rules: PathRules
  /** Whether the server commits a merge that changes workflow files. Absent: an older server, which does not. */
  readonly serverMergesWorkflows?: boolean | undefined
  readonly pause?: Pause
}

export type MergeResult =
  | { readonly kind: 'merged'; readonly merge: StartedMerge }
  /** The branch holds everything of the base. */
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'refused'; readonly reason: Reason }

const refused = (detail: string): MergeResult => ({
  kind: 'refused',
  reason: reason('update-refused', detail),
})

/** Merges the base into the working branch, both fetched. Moves no branch, and writes nothing into the work tree. */
export async function mergeBaseIntoBranch(input: MergeInput): Promise<MergeResult> {
  const { repository, base, branch, baseSha, branchHead } = input
  const meeting = await meetBranches({ ...input, heads: [baseSha, branchHead] })
  if (meeting.kind === 'failed') return { kind: 'refused', reason: meeting.reason }
  if (meeting.kind === 'apart')
    return refused(
      `${showPath(base)} and ${showPath(branch)} have no common commit among their last 1,000 commits`,
    )
  if (meeting.ancestors.includes(baseSha)) return { kind: 'up-to-date' }
  const merged = await mergeTrees(repository, { branch: branchHead, base: baseSha })
  const sorted = sortConflicts(merged, await judgeConflicts(input, merged))
  if (sorted.kind === 'refused')
    return refused(
      `the conflict in ${showPath(pathAsText(sorted.path))} can be resolved only by a person: ${sorted.why}`,
    )
  const taken = await takeFromBase(repository, { ...merged, baseSha, paths: sorted.fromBase })
  if (taken.kind === 'moved')
    return refused(`${showPath(pathAsText(taken.path))} is protected, and the branch has moved it`)
  const { tree } = taken
  const { ancestors } = meeting
  const workflows = await compareWorkflows(repository, { ancestors, branch: branchHead, base: baseSha, tree })
  const obstacle = workflowObstacle(workflows, input)
  if (obstacle !== null) return refused(obstacle)
  const files = sorted.given.length === 0 ? NO_FILES : await listFiles(repository, tree)
  return {
    kind: 'merged',
    merge: {
      ...{ base, branch, tree, parents: [branchHead, baseSha] },
      start: await commitStart(input, { tree, files, paths: sorted.given.map(({ path }) => path) }),
      conflicts: sorted.given.map((one) => describeConflict(one, files)),
      ownMarkers: await readOwnMarkers(
        repository,
        merged.versions.filter((version) => sorted.given.some(({ path }) => path === version.path)),
      ),
      fromBase: sorted.fromBase.map(pathAsText),
      changesWorkflows: workflows.changed.length > 0,
    },
  }
}

/** By the rules, and by what both branches say of the conflicting paths, which are bytes, read as latin1. */
async function judgeConflicts(
  { repository, baseSha, branchHead, rules }: MergeInput,
  { versions }: MergedTrees,
): Promise<JudgePath> {
  if (versions.length === 0) return () => null
  const trees = [baseSha, branchHead]
  const judge = pathPolicy(rules, await readLinks(repository, trees))
  const findFilters = await openFilters(repository, trees)
  const filters = await findFilters(versions.map(({ path }) => pathAsText(path)))
  return (bytes) => {
    const path = pathAsText(bytes)
    const filter = filters.get(path) ?? LFS
    return judge(path) ?? (filter === LFS ? null : { path, verdict: 'filtered', filter })
  }
}

/** Why neither the runner nor the server may push these workflow files. Pure. */
function workflowObstacle(
  { changed, disputed }: WorkflowChanges,
  { base, branch, serverMergesWorkflows }: MergeInput,
): string | null {
  if (changed.length === 0) return null
  const what = `${showPath(base)} changes workflow files (${showPaths(changed)})`
  if (serverMergesWorkflows === undefined) return `${what}, which the token of a runner may not push`
  if (!serverMergesWorkflows)
    return `${what}, which the server may push only if the GitHub App has the permission \`workflows\``
  if (disputed.length === 0) return null
  return `${showPath(base)} and ${showPath(branch)} change the same workflow files (${showPaths(disputed)}), which only a person may merge`
}

const NO_FILES: Files = new Map()

const describeConflict = ({ path, kind, text }: GivenPath, files: Files): Conflict => ({
  path: pathAsText(path),
  kind,
  text: pathAsText(text),
  id: files.get(path)?.id ?? null,
})

type Taken =
  | { readonly kind: 'taken'; readonly tree: string }
  | { readonly kind: 'moved'; readonly path: string }

async function takeFromBase(
  repository: Repository,
  given: Pick<MergedTrees, 'tree' | 'versions'> & {
    readonly baseSha: string
    readonly paths: readonly string[]
  },
): Promise<Taken> {
  const { tree, versions, baseSha, paths } = given
  if (paths.length === 0) return { kind: 'taken', tree }
  const inBase = await listFiles(repository, baseSha)
  // The base has it under another name, where the merged tree lacks it.
  const moved = versions.find(({ path, stage }) => stage === 3 && paths.includes(path) && !inBase.has(path))
  if (moved !== undefined) return { kind: 'moved', path: moved.path }
  const entries = paths.map((path) => ({ path, file: inBase.get(path) ?? null }))
  return { kind: 'taken', tree: await replaceEntries(repository, tree, entries) }
}

async function commitStart(
  { repository, branchHead, baseSha, base, branch, author }: MergeInput,
  { tree, files, paths }: { readonly tree: string; readonly files: Files; readonly paths: readonly string[] },
): Promise<string> {
  const empty = (await must(repository.git(['hash-object', '-w', '--stdin'], { input: '' }))).stdout.trim()
  const entries = paths.flatMap((path) => {
    const file = files.get(path)
    return file === undefined ? [] : [{ path, file: { mode: file.mode, id: empty } }]
  })
  return commitTree(repository, {
    tree: await replaceEntries(repository, tree, entries),
    parents: [branchHead, baseSha],
    message: `Merge ${base} into ${branch}`,
    author,
  })
}

async function readOwnMarkers(
  { gitBytes }: Repository,
  versions: readonly Version[],
): Promise<ReadonlySet<string>> {
  const lines = new Set<string>()
  for (const { id } of versions) {
    const { stdout } = await must(gitBytes(['cat-file', 'blob', id]))
    for (const line of markerLines(stdout.toString('utf8'))) lines.add(line)
  }
  return lines
}
