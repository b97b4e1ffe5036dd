import { type Dirent, readdirSync } from 'node:fs'

export type Kind = 'file' | 'folder' | 'link' | 'other'

/** The entries of a folder, by name. */
export type Entries = ReadonlyMap<string, Kind>

/** Empty if the folder cannot be read: git skips such a folder, too. `absolute` is the path of a folder, if it exists. */
export function readFolder(absolute: string): Entries {
  try {
    return new Map(readdirSync(absolute, { withFileTypes: true }).map((entry) => [entry.name, kindOf(entry)]))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return new Map()
    throw error
  }
}

export const areSameEntries = (a: Entries, b: Entries): boolean =>
  a.size === b.size && [...a].every(([name, kind]) => b.get(name) === kind)

function kindOf(entry: Dirent): Kind {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
