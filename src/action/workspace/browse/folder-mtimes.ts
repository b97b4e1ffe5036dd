import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isSameFile } from '../files/is-same-file.ts'
import { areSameEntries, type Entries, readFolder } from '../files/read-folder.ts'

/** Folders of the work tree as they were at one moment, and whether they still are. */
export interface FolderMtimes {
  /** By their paths. */
  readonly noted: ReadonlyMap<string, Folder>
  /** Notes what is in a folder, and in its `.gitignore`, as what was there at `since`; gives the former. */
  note(folder: string, since: number): Entries
  /** False: something came or went, became another kind of thing, or is ignored otherwise; or it cannot be told. */
  areUnchanged(): boolean
}

export interface Folder {
  readonly absolute: string
  /** `null`: it is to be read again. */
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
 * What comes into a folder or leaves it changes the folder's time. To ask all folders for it takes a tenth of the time
 * in which git walks through them. `now` is the machine's clock, as in the times of its files. What was noted `before` is
 * not read again where it is the same.
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
    // An edit puts a new file into the place of the old one: then nothing came or went.
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
  // Looked at last: a time from before `since` then holds for what was read, too.
  const stats = look(absolute)
  return {
    absolute,
    stats: isSettled(stats, since) ? stats : null,
    entries,
    rules: findRules(absolute, entries),
  }
}

/**
 * What changed in the tick of the clock in which it was looked at would look the same after the next change. Linux tells
 * the time of files in ticks of 10 ms at most; old file systems in whole seconds, FAT in two.
 */
function isSettled(stats: Stats | null, at: number): boolean {
  if (stats === null) return false
  const tick = stats.ctimeMs % 1000 === 0 ? 2000 : 100
  return at - stats.ctimeMs > tick
}

const RULES = '.gitignore'

/** Some file systems do not tell letter case, and git finds it by any. */
function findRules(folder: string, entries: Entries): Rules | null {
  const isRules = (one: string) => one.length === RULES.length && one.toLowerCase() === RULES
  const name = entries.has(RULES) ? RULES : [...entries.keys()].find(isRules)
  if (name === undefined) return null
  const absolute = join(folder, name)
  return { absolute, stats: look(absolute) }
}

/** `null`: there is nothing, or it may not be looked at. */
function look(absolute: string): Stats | null {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
