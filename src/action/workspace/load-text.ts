import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Decoded, decodeText } from './decode-text.ts'
import type { Place } from './locate.ts'

/** Largest file that is read or written, in bytes. */
export const SIZE_LIMIT = 2 * 1024 * 1024

/** Reads a located file. Problems are sentences for the model. */
export async function loadText(place: Place): Promise<Decoded> {
  const problem = findProblem(place)
  if (problem !== null) return { ok: false, problem: `${place.path} ${problem}.` }
  const bytes = await readBytes(place.absolute)
  const decoded = decodeText(bytes)
  return decoded.ok ? decoded : { ok: false, problem: `${place.path} ${decoded.problem}.` }
}

function findProblem({ stats }: Place): string | null {
  if (stats === null) return 'does not exist. Look for it with list or search'
  if (stats.isDirectory()) return 'is a folder. Use list to see what is in it'
  if (!stats.isFile()) return 'is not a regular file (a pipe, socket or device) and cannot be used'
  if (stats.size > SIZE_LIMIT)
    return `is larger than ${SIZE_LIMIT} bytes. Use search to find the part you need`
  return null
}

async function readBytes(absolute: string): Promise<Buffer> {
  // O_NONBLOCK: were it replaced by a pipe since it was looked at, opening would wait for ever.
  const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
