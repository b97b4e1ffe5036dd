import { statfs } from 'node:fs/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { must, type Repository } from '../process/repository.ts'
import { type CheckoutSize, measureCheckout, spaceFor } from './checkout-size.ts'

/** What the file system of a folder has left. */
export interface DiskSpace {
  readonly bytes: number
  /** `null`: it does not count files. */
  readonly files: number | null
}

export type ReadDiskSpace = (folder: string) => Promise<DiskSpace>

const readRoom: ReadDiskSpace = async (folder) => {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree }
}

/** A few kilobytes of trees can hold more files than any disk. */
const MOST_FILES = 2_000_000
const LONGEST_MS = 60_000
/** What `%(objectsize:padded)` writes at least, with the line end. */
const PADDED = 8
/** What the runner itself writes meanwhile. */
const SPARE = 256 * 1024 * 1024

interface Bounds {
  readonly readRoom?: ReadDiskSpace
  readonly mostFiles?: number
  readonly longestMs?: number
}

/**
 * Why the files of a commit would not fit into the workspace; `null`: they do. It is asked before the first is
 * written: a runner without room on its disk cannot even tell that it has none.
 */
export async function checkDiskSpace(
  repository: Repository,
  commit: string,
  { readRoom: read = readRoom, mostFiles = MOST_FILES, longestMs = LONGEST_MS }: Bounds = {},
): Promise<Reason | null> {
  const { gitBytes, workTree } = repository
  const args = ['ls-tree', '-r', '--full-tree', '--format=%(objectsize:padded)', commit]
  const listing = gitBytes(args, { maxBytes: mostFiles * PADDED, timeoutMs: longestMs })
  // Broken off, for its length or its time.
  if ((await listing).cut) return reason('runner-full', `it has more than ${mostFiles} files, or seems to`)
  const { stdout } = await must(listing)
  const sizes = stdout.toString('latin1').trim().split('\n').map(Number).filter(Number.isFinite)
  const whole = { bytes: sizes.reduce((sum, size) => sum + spaceFor(size), 0), files: sizes.length }
  const room = await read(workTree)
  if (describeLack(whole, room) === null) return null
  // A step before this one may have checked the repository out, and what is replaced makes room.
  const lack = describeLack(await measureCheckout(repository, commit, longestMs), room)
  return lack === null ? null : reason('runner-full', lack)
}

function describeLack(need: CheckoutSize, room: DiskSpace): string | null {
  if (need.bytes > room.bytes - SPARE) {
    return `its files take ${inMegabytes(need.bytes)} MB, and the disk has ${inMegabytes(room.bytes)} MB left, of which ${inMegabytes(SPARE)} are kept free`
  }
  return room.files !== null && need.files > room.files
    ? `it has ${need.files} files, and the disk takes ${room.files} more`
    : null
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)
