import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type EditorConfig, parseEditorConfig } from '../../text/encoding/editorconfig.ts'

const MAX_BYTES = 65_536

/**
 * The `charset` that the files `.editorconfig` of the folders above a file give it, up to `root`; the nearest one counts.
 * It may be `unset`, or unknown. `null`: none. Both paths are absolute and have no symbolic links.
 */
export async function findCharset(root: string, absolute: string): Promise<string | null> {
  for (let folder = dirname(absolute); ; folder = dirname(folder)) {
    const config = await readEditorConfig(folder)
    const charset = config?.charsetOf(relative(folder, absolute)) ?? null
    if (charset !== null) return charset
    if (config?.isRoot || folder === root || folder === dirname(folder)) return null
  }
}

/** `null`: there is none. A link or pipe is none, and neither is a very large file. */
async function readEditorConfig(folder: string): Promise<EditorConfig | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(join(folder, '.editorconfig'), flags).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return null
    throw error
  })
  if (handle === null) return null
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > MAX_BYTES) return null
    return parseEditorConfig(await handle.readFile('utf8'))
  } finally {
    await handle.close()
  }
}
