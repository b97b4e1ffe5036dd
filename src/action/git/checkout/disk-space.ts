import { statfs } from 'node:fs/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { must, type Repository } from '../process/repository.ts'
import { type CheckoutSize, measureCheckout, spaceFor } from './checkout-size.ts'

/** Free space of a file system. */
export interface DiskSpace {
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
/** Minimum length of a line of `%(objectsize:padded)`. */
const PADDED = 8
/** Reserved for the runner itself. */
const SPARE = 256 * 1024 * 1024

interface Bounds {
  readonly readDiskSpace?: ReadDiskSpace
  readonly mostFiles?: number
  readonly longestMs?: number
}

/**
 * Why the files of a commit do not fit into the workspace; `null`: they do. Checked before the first is written, since a
 * runner with a full disk cannot even report it.
 */
export async function checkDiskSpace(
  repository: Repository,
  commit: string,
  { readDiskSpace: read = readFreeSpace, mostFiles = MAX_FILES, longestMs = MAX_MS }: Bounds = {},
): Promise<Reason | null> {
  const { gitBytes, workTree } = repository
  const args = ['ls-tree', '-r', '--full-tree', '--format=%(objectsize:padded)', commit]
  const listing = gitBytes(args, { maxBytes: mostFiles * PADDED, timeoutMs: longestMs })
  // Cut, because of its length or its time.
  if ((await listing).cut)
    return reason('runner-full', `it has more than ${mostFiles} files, or listing them takes too long`)
  const { stdout } = await must(listing)
  const sizes = stdout.toString('latin1').trim().split('\n').map(Number).filter(Number.isFinite)
  const whole = { bytes: sizes.reduce((sum, size) => sum + spaceFor(size), 0), files: sizes.length }
  const room = await read(workTree)
  if (describeLack(whole, room) === null) return null
  // An earlier step may have checked out the repository. Files that are replaced free their space.
  const lack = describeLack(await measureCheckout(repository, commit, longestMs), room)
  return lack === null ? null : reason('runner-full', lack)
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
