import {
  changedWorkflowFiles,
  mergeWorkflowFiles,
  WORKFLOW_FOLDER,
  type WorkflowFile,
} from '../../../contract/merge-workflow-files.ts'
import { pathAsText } from '../checkout/list-paths.ts'
import type { Repository } from '../process/repository.ts'
import { listFiles, replaceEntries } from './tree-files.ts'

/** Paths are bytes, read as latin1. */
async function listWorkflowFiles(repository: Repository, tree: string): Promise<WorkflowFile[]> {
  const files = await listFiles(repository, tree, WORKFLOW_FOLDER)
  return [...files].map(([path, { mode, id }]) => ({ path, mode, sha: id }))
}

const pathsOf = (files: readonly Pick<WorkflowFile, 'path'>[]): string[] =>
  files.map(({ path }) => pathAsText(path))

export interface WorkflowChanges {
  /** What the tree changes for the branch. */
  readonly changed: readonly string[]
  /** Where the tree may not be what the server would merge. */
  readonly disputed: readonly string[]
}

/** The workflow files of a merge, whose tree is `tree`. */
export async function compareWorkflows(
  repository: Repository,
  merge: {
    /** The best common ancestors. Where there are several, nobody knows which one GitHub names to the server. */
    readonly ancestors: readonly string[]
    readonly branch: string
    readonly base: string
    readonly tree: string
  },
): Promise<WorkflowChanges> {
  const list = (tree: string) => listWorkflowFiles(repository, tree)
  const [branch, merged] = [await list(merge.branch), await list(merge.tree)]
  const changed = changedWorkflowFiles(branch, merged)
  if (changed.length === 0) return { changed: [], disputed: [] }
  const base = await list(merge.base)
  const disputed = new Set<string>()
  for (const each of merge.ancestors) {
    const expected = mergeWorkflowFiles({ ancestor: await list(each), branch, base })
    for (const path of pathsOf(changedWorkflowFiles(merged, expected))) disputed.add(path)
  }
  return { changed: pathsOf(changed), disputed: [...disputed] }
}

/** The tree with the workflow files of a commit. */
export async function withWorkflowsOf(repository: Repository, tree: string, commit: string): Promise<string> {
  const [before, after] = [
    await listWorkflowFiles(repository, tree),
    await listWorkflowFiles(repository, commit),
  ]
  const entries = changedWorkflowFiles(before, after).map(({ path, mode, sha }) => ({
    path,
    file: sha === null ? null : { mode, id: sha },
  }))
  return replaceEntries(repository, tree, entries)
}
