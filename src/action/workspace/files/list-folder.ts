import { type EditContext, findStale } from './edit-context.ts'
import { listSeen } from './list-seen.ts'
import type { Place } from './resolve-path.ts'

/** A mistake is then one that a person can look through. */
const MOST_FILES = 1000

export type FolderFiles =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly problem: string }

/**
 * What of a folder is the repository's, or will be: each file and link may be changed, or none of them is named. What
 * git ignores, and what lay untracked there before the agent, is left out: it is never published.
 */
export async function listFolder(editing: EditContext, path: string): Promise<FolderFiles> {
  const seen = await listSeen(editing.git, [path])
  const places: Place[] = []
  for (const file of seen) {
    if (editing.isForeign(file)) continue
    const problem = findUnfit(file)
    if (problem !== null) return refuse(path, problem)
    const located = await editing.locate(file, 'entry')
    if (!located.ok) return refuse(path, located.problem)
    const { stats } = located.place
    if (stats === null) continue
    const stale = await findStale(editing, located.place)
    if (stale !== null) return refuse(path, stale)
    places.push(located.place)
    if (places.length > MOST_FILES)
      return refuse(path, `${path} holds more than ${MOST_FILES} files. Name its folders one by one.`)
  }
  if (places.length > 0) return { ok: true, places }
  return refuse(path, `${path} holds no file of the repository.`)
}

const refuse = (path: string, problem: string): FolderFiles => ({
  ok: false,
  problem: `${problem}\nThe folder ${path} was left as it is.`,
})

function findUnfit(file: string): string | null {
  if (file.endsWith('/')) return `${file} is a repository of its own, which is not part of this one.`
  return file.includes('\ufffd') ? `${file} has a name that is not UTF-8.` : null
}

/** What is said of a folder that did not go with its files. */
export const STAYED = 'What is there besides, ignored by git or not from you, stayed.'
