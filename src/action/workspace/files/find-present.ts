import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type Entries, readFolder } from './read-folder.ts'

/** From so many files on, reading their folder is faster than looking for each of them. */
const READ_FOLDER_FROM = 8

/**
 * The files that exist, whatever kind they are now. `git ls-files -d` returns the others, but looks for every tracked
 * file. `root` is absolute. `entriesOf` returns what is known of a folder, which is named without a slash at its end.
 */
export function findPresent(
  root: string,
  files: readonly string[],
  entriesOf: (folder: string) => Entries | undefined,
): string[] {
  const entries = new Map<string, Entries | undefined>()
  for (const [folder, inside] of Map.groupBy(files, folderOf)) {
    const read = () => (inside.length < READ_FOLDER_FROM ? undefined : readFolder(join(root, folder)))
    entries.set(folder, entriesOf(folder.slice(0, -1)) ?? read())
  }
  // A missing name is looked up: the file system may spell it in another way.
  return files.filter((file) => {
    const folder = folderOf(file)
    return entries.get(folder)?.has(file.slice(folder.length)) === true || isThere(root, file)
  })
}

/** With its slash; `''`: the root. */
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** True also for a name that is not UTF-8 and cannot be looked up, and for a file that may not be read. */
function isThere(root: string, file: string): boolean {
  if (file.includes('\ufffd')) return true
  try {
    return lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // Its folder may have become a file.
    if (error instanceof Error && 'code' in error) return error.code !== 'ENOTDIR'
    throw error
  }
}
