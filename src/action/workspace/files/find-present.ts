import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type Entries, readFolder } from './read-folder.ts'

/** From so many files of a folder on, reading the folder is faster than looking for each. */
const WORTH_A_READING = 8

/**
 * Those of the files that are there, whatever they are by now. `git ls-files -d` tells as much, but looks for all that
 * git tracks, one after the other. `root` is absolute; `entriesOf` gives what is known of a folder, named without a
 * slash at its end.
 */
export function findPresent(
  root: string,
  files: readonly string[],
  entriesOf: (folder: string) => Entries | undefined,
): string[] {
  const entries = new Map<string, Entries | undefined>()
  for (const [folder, inside] of Map.groupBy(files, folderOf)) {
    const read = () => (inside.length < WORTH_A_READING ? undefined : readFolder(join(root, folder)))
    entries.set(folder, entriesOf(folder.slice(0, -1)) ?? read())
  }
  // One that is missed is looked for, since a name may be spelled otherwise.
  return files.filter((file) => {
    const folder = folderOf(file)
    return entries.get(folder)?.has(file.slice(folder.length)) === true || isThere(root, file)
  })
}

/** With its slash; `''`: the root. */
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** A name that is not UTF-8 cannot be looked up; nor is a file gone that may not be looked at. */
function isThere(root: string, file: string): boolean {
  if (file.includes('\ufffd')) return true
  try {
    return lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // What was its folder may be a file by now.
    if (error instanceof Error && 'code' in error) return error.code !== 'ENOTDIR'
    throw error
  }
}
