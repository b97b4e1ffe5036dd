import type { Repository } from '../process/repository.ts'
import { listTree, readBlob, type TreeEntry } from './read-tree-files.ts'

const MAX_BYTES = 32 * 1024
const FOLDERS = ['.github/', '', 'docs/']
const FILE = /^pull_request_template(\.(md|txt))?$/i
const FOLDER = /^pull_request_template$/i

/**
 * The pull request template of a commit, in the places where GitHub looks for one. If a folder has several, for a person
 * to choose from, it is the first.
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
 */
export async function findPullRequestTemplate(
  repository: Repository,
  commit: string,
): Promise<{ readonly path: string; readonly text: string } | null> {
  const root = await listTree(repository, commit, [])
  for (const folder of FOLDERS) {
    const isThere = root.some(({ kind, path }) => kind === 'folder' && `${path}/` === folder)
    if (folder !== '' && !isThere) continue
    const entries = folder === '' ? root : await listTree(repository, commit, [folder])
    const file = entries.find((entry) => entry.kind === 'file' && FILE.test(nameOf(entry)))
    const chosen = file ?? (await firstInFolder(repository, commit, entries))
    if (chosen === null) continue
    const text = await readBlob(repository, chosen.id, MAX_BYTES)
    if (text.trim() !== '') return { path: chosen.path, text }
  }
  return null
}

async function firstInFolder(
  repository: Repository,
  commit: string,
  entries: readonly TreeEntry[],
): Promise<TreeEntry | null> {
  const folder = entries.find((entry) => entry.kind === 'folder' && FOLDER.test(nameOf(entry)))
  if (folder === undefined) return null
  const inside = await listTree(repository, commit, [`${folder.path}/`])
  return inside.find((entry) => entry.kind === 'file' && /\.(md|txt)$/i.test(entry.path)) ?? null
}

const nameOf = ({ path }: TreeEntry): string => path.slice(path.lastIndexOf('/') + 1)
