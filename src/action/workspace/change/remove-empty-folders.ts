import { realpath, rmdir } from 'node:fs/promises'
import { dirname, sep } from 'node:path'

/**
 * Removes the folders that were left empty by files that are gone, as git does it: it knows no folders, and one that is
 * left empty would stand in the way of a file of its name.
 */
export async function removeEmptyFolders(root: string, gone: readonly string[]): Promise<void> {
  for (const start of new Set(gone.map((path) => dirname(path)))) {
    for (let folder = start; folder.startsWith(root + sep); folder = dirname(folder)) {
      if (!(await removeIfEmpty(folder))) break
    }
  }
}

/** Whether it is gone. One that cannot be removed is no reason to undo anything. */
async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    if ((await realpath(folder)) !== folder) return false
    await rmdir(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
