import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { decodeText, type Text } from '../../text/encoding/text-file.ts'
import { findCharset } from './find-charset.ts'
import { isSameFile } from './is-same-file.ts'
import type { ResolvedPath } from './resolve-path.ts'

/** Maximum size of a file that is read or written, in bytes. */
export const SIZE_LIMIT = 2 * 1024 * 1024

export type TextRead =
  | { readonly ok: true; readonly text: Text; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: string }

/** Reads a file below `root` as text. Problems are sentences for the model. */
export async function readText(root: string, file: ResolvedPath): Promise<TextRead> {
  const refuse = (problem: string): TextRead => ({ ok: false, problem: `${file.path} ${problem}.` })
  const problem = findProblem(file)
  if (problem !== null) return refuse(problem)
  const bytes = await readBytes(file)
  if (bytes === null) return refuse('was replaced while it was opened. Try again')
  const decoded = await decodeText(bytes, () => findCharset(root, file.absolute))
  return decoded.ok ? { ...decoded, bytes } : refuse(decoded.problem)
}

function findProblem({ stats }: ResolvedPath): string | null {
  if (stats === null) return 'does not exist. Look for it with list or search'
  if (stats.isDirectory()) return 'is a folder. Use list to see what is in it'
  if (!stats.isFile()) return 'is not a regular file (a pipe, socket or device) and cannot be used'
  if (stats.size > SIZE_LIMIT)
    return `is larger than ${SIZE_LIMIT} bytes. Use search to find the part you need`
  return null
}

/** `null`: the opened file is not the one that was looked up. */
export async function readBytes({ absolute, stats }: ResolvedPath): Promise<Buffer | null> {
  // O_NONBLOCK: if it was replaced by a pipe since the lookup, opening would block forever.
  const handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const opened = await handle.stat()
    const isSame = opened.isFile() && isSameFile(opened, stats)
    // A folder above it could have become a link.
    if (!isSame || opened.size > SIZE_LIMIT || (await realpath(absolute)) !== absolute) return null
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
