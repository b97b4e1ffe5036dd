import { type Dirent, readdirSync } from 'node:fs'

export type Kind = 'file' | 'folder' | 'link' | 'other'

/** What lies in a folder, by its name. */
export type Entries = ReadonlyMap<string, Kind>

/** Empty where it cannot be read: git passes such a folder over, too. `absolute` leads to a folder, if to anything. */
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
