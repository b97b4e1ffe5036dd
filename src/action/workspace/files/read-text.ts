import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isSameFile } from './is-same-file.ts'
import type { Place } from './resolve-path.ts'
import { decodeText, type Text } from './text-encoding.ts'

/** Largest file that is read or written, in bytes. */
export const SIZE_LIMIT = 2 * 1024 * 1024

export type TextRead =
  | { readonly ok: true; readonly text: Text; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: string }

/** Reads a located file as text. Problems are sentences for the model. */
export async function readText(place: Place): Promise<TextRead> {
  const refuse = (problem: string): TextRead => ({ ok: false, problem: `${place.path} ${problem}.` })
  const problem = findProblem(place)
  if (problem !== null) return refuse(problem)
  const bytes = await readBytes(place)
  if (bytes === null) return refuse('was exchanged while it was opened. Try again')
  const decoded = decodeText(bytes)
  return decoded.ok ? { ...decoded, bytes } : refuse(decoded.problem)
}

function findProblem({ stats }: Place): string | null {
  if (stats === null) return 'does not exist. Look for it with list or search'
  if (stats.isDirectory()) return 'is a folder. Use list to see what is in it'
  if (!stats.isFile()) return 'is not a regular file (a pipe, socket or device) and cannot be used'
  if (stats.size > SIZE_LIMIT)
    return `is larger than ${SIZE_LIMIT} bytes. Use search to find the part you need`
  return null
}

/** `null`: what was opened is not what was looked up. */
export async function readBytes({ absolute, stats }: Place): Promise<Buffer | null> {
  // O_NONBLOCK: were it replaced by a pipe since it was looked at, opening would wait for ever.
  const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const opened = await file.stat()
    const isSame = opened.isFile() && isSameFile(opened, stats)
    // A folder on the way could have become a link.
    if (!isSame || opened.size > SIZE_LIMIT || (await realpath(absolute)) !== absolute) return null
    return await file.readFile()
  } finally {
    await file.close()
  }
}
