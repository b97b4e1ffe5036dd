import { type EditContext, findStale } from '../files/edit-context.ts'
import { lsFiles } from '../files/ls-files.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'

/** A person can review a mistake of this size. */
const MAX_FILES = 1000

export type FolderFiles =
  | { readonly ok: true; readonly files: readonly ResolvedPath[] }
  | { readonly ok: false; readonly problem: string }

/**
 * The files and links of a folder that are, or will be, in the repository. All of them may be changed, or the folder is
 * refused. Files that git ignores, and those that were untracked before the agent ran, are left out: they are never
 * published.
 */
export async function listFolder(editing: EditContext, path: string): Promise<FolderFiles> {
  const visible = await lsFiles(editing.git, ['-co', '--exclude-standard'], [`:(top,literal)${path}`])
  if (visible.problem !== null)
    return refuse(path, `git cannot list ${path}: ${visible.problem.slice(0, 300)}`)
  // The list of a huge folder is cut.
  if (visible.cut) return refuse(path, nameTooMany(path))
  const files: ResolvedPath[] = []
  for (const name of new Set(visible.files)) {
    if (editing.isForeign(name)) continue
    const problem = findNameProblem(name)
    if (problem !== null) return refuse(path, problem)
    const lookup = await editing.locate(name, 'entry')
    if (!lookup.ok) return refuse(path, lookup.problem)
    const { stats } = lookup.file
    if (stats === null) continue
    const stale = await findStale(editing, lookup.file)
    if (stale !== null) return refuse(path, stale)
    files.push(lookup.file)
    if (files.length > MAX_FILES) return refuse(path, nameTooMany(path))
  }
  if (files.length > 0) return { ok: true, files }
  return refuse(path, `${path} holds no file of the repository.`)
}

const nameTooMany = (path: string): string =>
  `${path} holds more than ${MAX_FILES} files. Name its folders one by one.`

const refuse = (path: string, problem: string): FolderFiles => ({
  ok: false,
  problem: `${problem}\nThe folder ${path} was left as it is.`,
})

function findNameProblem(name: string): string | null {
  if (name.endsWith('/')) return `${name} is a separate repository, which is not part of this one.`
  return name.includes('\ufffd') ? `${name} has a name that is not UTF-8.` : null
}

/** For a folder that still exists without its files. */
export const STAYED = 'Other files in it, ignored by git or not from you, stayed.'
