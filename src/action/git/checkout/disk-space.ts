import type { Stats } from 'node:fs'
import { lstat, statfs } from 'node:fs/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { showPath } from '../../text/format.ts'
import { must, type Repository } from '../process/repository.ts'
import { pathAsText } from './list-paths.ts'

/** Free space of a file system. */
interface DiskSpace {
  readonly bytes: number
  /** `null`: it does not count files. */
  readonly files: number | null
}

export type ReadDiskSpace = (folder: string) => Promise<DiskSpace>

const readFreeSpace: ReadDiskSpace = async (folder) => {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree }
}

/** A few kilobytes of git trees can name more files than fit on any disk. */
const MAX_FILES = 2_000_000
const MAX_MS = 60_000
/** Of the listing, for each file. */
const BYTES_PER_FILE = 128
const MAX_LIST_BYTES = 256 * 1024 * 1024
/** Reserved for the runner itself. */
const SPARE = 256 * 1024 * 1024

interface Bounds {
  readonly readDiskSpace?: ReadDiskSpace
  readonly mostFiles?: number
  readonly longestMs?: number
}

/** A file of a commit. The path is bytes, read as latin1. */
export interface MeasuredFile {
  readonly path: string
  readonly size: number
}

type Measured =
  | { readonly ok: true; readonly files: readonly MeasuredFile[] }
  | { readonly ok: false; readonly reason: Reason }

/**
 * The files of a commit, if they fit into the workspace. Measured before the first is written, since a runner with a full
 * disk cannot even report it.
 */
export async function measureFiles(
  repository: Repository,
  commit: string,
  { readDiskSpace: read = readFreeSpace, mostFiles = MAX_FILES, longestMs = MAX_MS }: Bounds = {},
): Promise<Measured> {
  const { gitBytes, workTree } = repository
  const listing = gitBytes(['ls-tree', '-r', '-z', '--full-tree', '--long', commit], {
    maxBytes: Math.min(mostFiles * BYTES_PER_FILE, MAX_LIST_BYTES),
    timeoutMs: longestMs,
  })
  // Cut, because of its length or its time.
  if ((await listing).cut)
    return refuse(`it has more than ${mostFiles} files, or their list is too long or takes too long`)
  const files = parseListing((await must(listing)).stdout)
  const whole = { bytes: files.reduce((sum, { size }) => sum + spaceFor(size), 0), files: files.length }
  const room = await read(workTree)
  if (describeLack(whole, room) === null) return { ok: true, files }
  // An earlier step may have checked out the repository. Files that are replaced free their space.
  const lack = describeLack(await measureGrowth(workTree, files, longestMs), room)
  return lack === null ? { ok: true, files } : refuse(lack)
}

const refuse = (lack: string): Measured => ({ ok: false, reason: reason('runner-full', lack) })

/** Without submodules, which have no size. Throws if an object is missing, which git prints as a size of BAD. */
function parseListing(listing: Buffer): MeasuredFile[] {
  const files: MeasuredFile[] = []
  for (const entry of listing.toString('latin1').split('\0')) {
    const [, size, path] = /^\d+ blob [0-9a-f]+ +(\w+)\t(.+)$/s.exec(entry) ?? []
    if (path === undefined) continue
    if (size === 'BAD') throw new Error(`git has no object of ${showPath(pathAsText(path))}`)
    files.push({ path, size: Number(size) })
  }
  return files
}

function describeLack(need: CheckoutSize, room: DiskSpace): string | null {
  if (need.bytes > room.bytes - SPARE) {
    return `its files take ${inMegabytes(need.bytes)} MB, and the disk has ${inMegabytes(room.bytes)} MB left, of which ${inMegabytes(SPARE)} MB are reserved`
  }
  return room.files !== null && need.files > room.files
    ? `it has ${need.files} files, and the disk has room for ${room.files} more`
    : null
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

/** How much a work tree grows, in units of its file system. */
interface CheckoutSize {
  readonly bytes: number
  readonly files: number
}

const BLOCK = 4096
/** Index entry of a file. */
const PER_FILE = 300
/** Unit of `Stats.blocks`, whatever the block size of the file system. */
const BLOCK_OF_STATS = 512

/** Disk space of a file of this size. */
export const spaceFor = (size: number): number => Math.ceil(size / BLOCK) * BLOCK + PER_FILE

/**
 * The peak growth of the work tree while the files of a commit are written one after the other. Each replaces the file
 * of that name. Files that are not looked at within `longestMs` count as new.
 */
async function measureGrowth(
  workTree: string,
  files: readonly MeasuredFile[],
  longestMs: number,
): Promise<CheckoutSize> {
  const findReplaced = openFinder(workTree, Date.now() + longestMs)
  const grown = { bytes: 0, files: 0 }
  const most = { bytes: 0, files: 0 }
  for (const { path, size } of files) {
    const replaced = await findReplaced(path)
    grown.bytes += spaceFor(size) - (replaced === null ? 0 : replaced.blocks * BLOCK_OF_STATS)
    grown.files += replaced === null ? 1 : 0
    most.bytes = Math.max(most.bytes, grown.bytes)
    most.files = Math.max(most.files, grown.files)
  }
  return most
}

/** Finds the file at a path below `root` whose space is freed when it is replaced. Paths byte for byte (latin1). */
function openFinder(root: string, until: number): (path: string) => Promise<Stats | null> {
  const folders = new Map<string, boolean>([['', true]])
  const look = async (path: string): Promise<Stats | null> => {
    if (Date.now() > until) return null
    const place = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])
    // Whatever the error is, the file frees no space.
    return lstat(place).catch(() => null)
  }
  /** A link is replaced itself, not the files behind it. */
  async function isFolder(path: string): Promise<boolean> {
    const known = folders.get(path)
    if (known !== undefined) return known
    const found = (await isFolder(parentOf(path))) && ((await look(path))?.isDirectory() ?? false)
    folders.set(path, found)
    return found
  }
  return async (path) => {
    if (!(await isFolder(parentOf(path)))) return null
    const stats = await look(path)
    return stats?.isFile() && stats.nlink === 1 ? stats : null
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
