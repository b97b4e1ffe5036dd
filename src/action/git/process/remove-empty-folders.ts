import { realpath, rmdir } from 'node:fs/promises'
import { dirname, sep } from 'node:path'

/**
 * Removes folders that became empty, as git does: it tracks no folders, and an empty one would be in the way of a file
 * with its name.
 */
export async function removeEmptyFolders(root: string, gone: readonly string[]): Promise<void> {
  for (const start of new Set(gone.map((path) => dirname(path)))) {
    for (let folder = start; folder.startsWith(root + sep); folder = dirname(folder)) {
      if (!(await removeIfEmpty(folder))) break
    }
  }
}

/** Whether the folder is gone. If it cannot be removed, nothing is undone. */
async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    if ((await realpath(folder)) !== folder) return false
    await rmdir(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
