import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  changedWorkflowFiles,
  mergeWorkflowFiles,
  WORKFLOW_FOLDER,
  type WorkflowFile,
} from '../../../contract/merge-workflow-files.ts'
import { pathAsText } from '../checkout/list-paths.ts'
import { type FileEntry as Entry, listEntries } from '../checkout/read-tree-files.ts'
import { must, type Repository } from '../process/repository.ts'

type FileEntry = Pick<Entry, 'mode' | 'id'>

/** By path. Paths are bytes, read as latin1. */
export type Files = ReadonlyMap<string, FileEntry>

/** The files of a tree or a commit, in a folder if one is named. */
export async function listFiles(repository: Repository, tree: string, folder?: string): Promise<Files> {
  const entries = await listEntries(repository, tree, folder)
  return new Map(entries.map(({ path, mode, id }) => [path, { mode, id }]))
}

interface IndexEntry {
  readonly path: string
  /** `null`: the path is removed. */
  readonly file: FileEntry | null
}

/** The tree with other entries at some paths. */
export async function replaceEntries(
  repository: Repository,
  tree: string,
  entries: readonly IndexEntry[],
): Promise<string> {
  if (entries.length === 0) return tree
  const indexFile = join(repository.gitDir, 'prentice-merge-index')
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', tree]))
  const none = '0'.repeat(tree.length)
  const input = entries
    .map(({ path, file }) => `${file?.mode ?? '0'} ${file?.id ?? none}\t${path}\0`)
    .join('')
  await must(git(['update-index', '-z', '--index-info'], { input: Buffer.from(input, 'latin1') }))
  return (await must(git(['write-tree']))).stdout.toString('utf8').trim()
}

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
