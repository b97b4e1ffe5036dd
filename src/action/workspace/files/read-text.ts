import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { decodeText, type Text } from '../../text/encoding/decode-text.ts'
import { type EditorConfig, parseEditorConfig } from '../../text/encoding/editorconfig.ts'
import { isSameFile, type ResolvedPath } from './resolve-path.ts'

/** Maximum size of a file that is written, or in which similar text is looked for, in bytes. */
export const SIZE_LIMIT = 2 * 1024 * 1024
/** Maximum size of a file that is read, or edited where the edit quotes its text exactly, in bytes. */
export const LARGE_LIMIT = 32 * 1024 * 1024

/** Of a large file: each line takes memory, however short it is. With so many, a patch takes 0.8 GB. */
export const MAX_LINES = 3_000_000

/** Whether only exact edits of a file are made. Comparing all of its lines in other ways would take long. Pure. */
export const isLarge = (bytes: Uint8Array): boolean => bytes.length > SIZE_LIMIT

/** The maximum size of a file after an edit, by its content before. Pure. */
export const limitAfterEdit = (before: Uint8Array): number => (isLarge(before) ? LARGE_LIMIT : SIZE_LIMIT)

export type TextRead =
  | { readonly ok: true; readonly text: Text; readonly bytes: Buffer }
  /** `binary`: what was read, if it is no text. */
  | {
      readonly ok: false
      readonly problem: string
      readonly binary?: Buffer
      readonly isEncrypted?: true
    }

/** Reads a file below `root` as text. Problems are sentences for the model. */
export async function readText(root: string, file: ResolvedPath): Promise<TextRead> {
  const refuse = (problem: string) => ({
    ok: false as const,
    problem: `${file.path || 'The root of the repository'} ${problem}.`,
  })
  const problem = findProblem(file)
  if (problem !== null) return refuse(problem)
  const bytes = await readBytes(file)
  if (bytes === null) return refuse('was replaced while it was opened. Try again')
  const program = findEncryption(bytes)
  if (program !== null)
    return {
      ...refuse(
        `is encrypted with ${program}, and can be neither read nor edited. Leave it, and say so when you finish`,
      ),
      isEncrypted: true,
    }
  const decoded = await decodeText(bytes, () => findCharset(root, file.absolute))
  if (!decoded.ok) return { ...refuse(decoded.problem), binary: bytes }
  if (isLarge(bytes) && hasMoreLines(decoded.text.text, MAX_LINES))
    return refuse(`has more than ${MAX_LINES} lines, and can be neither read nor edited`)
  return { ...decoded, bytes }
}

/** What a repository holds of a file that a filter encrypts. The checkout is as the repository. */
const ENCRYPTED: readonly (readonly [program: string, start: string])[] = [
  // https://github.com/AGWA/git-crypt/blob/master/commands.cpp
  ['git-crypt', '\0GITCRYPT\0'],
  // https://github.com/elasticdog/transcrypt: base64 of `Salted__`, as openssl writes it.
  ['transcrypt or openssl', 'U2FsdGVkX1'],
  ['openssl', 'Salted__'],
  // https://age-encryption.org/v1, for example by git-agecrypt.
  ['age', 'age-encryption.org/v1\n'],
]

const findEncryption = (bytes: Buffer): string | null =>
  ENCRYPTED.find(([, start]) => bytes.subarray(0, start.length).equals(Buffer.from(start)))?.[0] ?? null

function hasMoreLines(text: string, max: number): boolean {
  let left = max
  for (let at = text.indexOf('\n'); at !== -1 && left >= 0; at = text.indexOf('\n', at + 1)) left -= 1
  return left < 0
}

function findProblem({ stats }: ResolvedPath): string | null {
  if (stats === null) return 'does not exist. Look for it with list or search'
  if (stats.isDirectory()) return 'is a folder. Use list to see what is in it'
  if (!stats.isFile()) return 'is not a regular file (a pipe, socket or device) and cannot be used'
  if (stats.size > LARGE_LIMIT)
    return `is larger than ${LARGE_LIMIT} bytes, and can be neither read nor edited`
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
    if (!isSame || opened.size > LARGE_LIMIT || (await realpath(absolute)) !== absolute) return null
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

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

const MAX_CONFIG_BYTES = 65_536

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
    if (!stats.isFile() || stats.size > MAX_CONFIG_BYTES) return null
    return parseEditorConfig(await handle.readFile('utf8'))
  } finally {
    await handle.close()
  }
}
