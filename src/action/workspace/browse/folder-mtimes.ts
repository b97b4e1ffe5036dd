import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isSameFile } from '../files/resolve-path.ts'

/** Folders of the work tree as they were at some time, and whether they have changed since. */
export interface FolderMtimes {
  /** By their paths. */
  readonly noted: ReadonlyMap<string, Folder>
  /** Notes the entries of a folder and its `.gitignore` as of `since`, and returns the entries. */
  note(folder: string, since: number): Entries
  /** False: an entry was added, removed or changed its kind, ignore rules changed, or this cannot be told. */
  areUnchanged(): boolean
}

interface Folder {
  readonly absolute: string
  /** `null`: the folder must be read again. */
  readonly stats: Stats | null
  readonly entries: Entries
  readonly rules: Rules | null
}

/** A `.gitignore`. */
interface Rules {
  readonly absolute: string
  readonly stats: Stats | null
}

/**
 * Adding or removing an entry changes the time of its folder. Reading the times of all folders takes a tenth of the time
 * that git needs to walk them. `now` is the clock that file times are from. A folder that is unchanged since `before` is
 * not read again.
 */
export function readFolderMtimes(root: string, now: () => number, before: FolderMtimes | null): FolderMtimes {
  const folders = new Map<string, Folder>()
  let isCertain = true

  const isUnchanged = (path: string, folder: Folder): boolean => {
    const { absolute, entries, rules } = folder
    if (rules !== null && !isSameFile(rules.stats, look(rules.absolute))) return false
    const at = now()
    const stats = look(absolute)
    if (stats === null) return false
    if (isSameFile(folder.stats, stats)) return true
    // An edit replaces a file by a new one of the same name: nothing was added or removed.
    if (!stats.isDirectory() || !areSameEntries(readFolder(absolute), entries)) return false
    folders.set(path, { ...folder, stats: isSettled(stats, at) ? stats : null })
    return true
  }

  return {
    noted: folders,
    note(path, since) {
      const folder = readSettled(join(root, path), since, before?.noted.get(path))
      isCertain &&= folder.stats !== null && (folder.rules === null || isSettled(folder.rules.stats, since))
      folders.set(path, folder)
      return folder.entries
    },
    areUnchanged: () => isCertain && [...folders].every(([path, folder]) => isUnchanged(path, folder)),
  }
}

function readSettled(absolute: string, since: number, before: Folder | undefined): Folder {
  if (before !== undefined && before.stats !== null && isSameFile(before.stats, look(absolute))) {
    const { rules } = before
    return { ...before, rules: rules && { ...rules, stats: look(rules.absolute) } }
  }
  const entries = readFolder(absolute)
  // Read last: if this time is before `since`, the entries are not newer.
  const stats = look(absolute)
  return {
    absolute,
    stats: isSettled(stats, since) ? stats : null,
    entries,
    rules: findRules(absolute, entries),
  }
}

/**
 * Two changes within one tick of the file clock cannot be told apart, so a time that is too recent proves nothing. A tick
 * is up to 10 ms on Linux, a second on old file systems, and two seconds on FAT.
 */
function isSettled(stats: Stats | null, at: number): boolean {
  if (stats === null) return false
  const tick = stats.ctimeMs % 1000 === 0 ? 2000 : 100
  return at - stats.ctimeMs > tick
}

const RULES = '.gitignore'

/** Some file systems ignore letter case, and git then finds the file in any. */
function findRules(folder: string, entries: Entries): Rules | null {
  const isRules = (one: string) => one.length === RULES.length && one.toLowerCase() === RULES
  const name = entries.has(RULES) ? RULES : [...entries.keys()].find(isRules)
  if (name === undefined) return null
  const absolute = join(folder, name)
  return { absolute, stats: look(absolute) }
}

/** `null`: it does not exist, or must not be read. */
function look(absolute: string): Stats | null {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

type Kind = 'file' | 'folder' | 'link' | 'other'

/** The entries of a folder, by name. */
export type Entries = ReadonlyMap<string, Kind>

/** Empty if the folder cannot be read: git also skips such a folder. `absolute` is the path of a folder, if it exists. */
export function readFolder(absolute: string): Entries {
  try {
    return new Map(readdirSync(absolute, { withFileTypes: true }).map((entry) => [entry.name, kindOf(entry)]))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return new Map()
    throw error
  }
}

const areSameEntries = (a: Entries, b: Entries): boolean =>
  a.size === b.size && [...a].every(([name, kind]) => b.get(name) === kind)

function kindOf(entry: Dirent): Kind {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
