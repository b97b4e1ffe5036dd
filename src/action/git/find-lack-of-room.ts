import { statfs } from 'node:fs/promises'
import { type Reason, reason } from '../../contract/reasons.ts'
import { must, type Repository } from './open-repository.ts'

/** What the file system of a folder has left. */
export interface Room {
  readonly bytes: number
  /** `null`: it does not count files. */
  readonly files: number | null
}

export type ReadRoom = (folder: string) => Promise<Room>

const readRoom: ReadRoom = async (folder) => {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree }
}

/** A few kilobytes of trees can hold more files than any disk. */
const MOST_FILES = 2_000_000
const LONGEST_MS = 60_000
/** What `%(objectsize:padded)` writes at least, with the line end. */
const PADDED = 8
/** The index, and what the runner itself writes meanwhile. */
const PER_FILE = 300
const SPARE = 256 * 1024 * 1024
const BLOCK = 4096

interface Bounds {
  readonly readRoom?: ReadRoom
  readonly mostFiles?: number
  readonly longestMs?: number
}

/**
 * Why the files of a commit would not fit into the workspace; `null`: they do. It is asked before the first is
 * written: a runner without room on its disk cannot even tell that it has none.
 */
export async function findLackOfRoom(
  { gitBytes, workTree }: Repository,
  commit: string,
  { readRoom: read = readRoom, mostFiles = MOST_FILES, longestMs = LONGEST_MS }: Bounds = {},
): Promise<Reason | null> {
  const args = ['ls-tree', '-r', '--full-tree', '--format=%(objectsize:padded)', commit]
  const listing = gitBytes(args, { maxBytes: mostFiles * PADDED, timeoutMs: longestMs })
  // Broken off, for its length or its time.
  if ((await listing).cut) return reason('runner-full', `it has more than ${mostFiles} files, or seems to`)
  const { stdout } = await must(listing)
  const sizes = stdout.toString('latin1').trim().split('\n').map(Number).filter(Number.isFinite)
  const bytes = sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK) * BLOCK + PER_FILE, 0)
  const room = await read(workTree)
  if (bytes > room.bytes - SPARE) {
    return reason(
      'runner-full',
      `its files take ${inMegabytes(bytes)} MB, and the disk has ${inMegabytes(room.bytes)} MB left, of which ${inMegabytes(SPARE)} are kept free`,
    )
  }
  if (room.files !== null && sizes.length > room.files) {
    return reason('runner-full', `it has ${sizes.length} files, and the disk takes ${room.files} more`)
  }
  return null
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)
