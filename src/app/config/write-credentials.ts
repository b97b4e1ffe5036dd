import { constants } from 'node:fs'
import { access, type FileHandle, link, lstat, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readCredentials } from './credentials-file.ts'

/** A file for credentials that GitHub gives only once: opened before they are asked for, so that nothing fails after that. */
export interface NewCredentialsFile {
  /** Writes the text and gives the file its name. Rejects if there is a file of that name by now. */
  write(text: string): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
}

/** What a process that was killed in the middle has left behind. */
const partialOf = (path: string): string => `${path}.partial`

const NOTE = '# GitHub was asked for the credentials of a new App, and the answer was not stored.\n'

/** Why the file cannot be written; `null` if it can. */
export async function whyNotWritable(path: string): Promise<string | null> {
  // A symbolic link counts, even to a missing file: the new file cannot take its name.
  const exists = await lstat(path).then(
    () => true,
    () => false,
  )
  if (exists) return `${path} exists already, and it is not overwritten`
  return access(dirname(path), constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => `this server cannot write to the folder of ${path} (${error.code})`,
  )
}

/** Only the owner can read the file, and it appears under its name when it is complete and on the disk. */
export async function openCredentialsFile(path: string): Promise<NewCredentialsFile> {
  const partial = partialOf(path)
  const file = await open(partial, 'wx', 0o600)
  const discard = async (): Promise<void> => {
    await file.close()
    await unlink(partial)
  }
  try {
    await file.writeFile(NOTE)
    await file.sync()
  } catch (error) {
    await discard()
    throw error
  }
  return {
    async write(text) {
      await replaceText(file, text)
      // Unlike a rename, a link does not replace another file.
      await link(partial, path)
      await discard()
      await syncFolder(path)
    },
    discard,
  }
}

async function replaceText(file: FileHandle, text: string): Promise<void> {
  await file.truncate()
  await file.write(text, 0)
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

export type Interruption =
  | { readonly kind: 'none' }
  /** The file is complete now. */
  | { readonly kind: 'recovered' }
  /** GitHub may have created an App whose credentials nobody has. */
  | { readonly kind: 'lost' }

/** Completes or removes what a process that was killed in the middle has left behind. */
export async function recoverCredentials(path: string): Promise<Interruption> {
  const partial = partialOf(path)
  const read = readCredentials(partial)
  if (read.kind === 'missing') return { kind: 'none' }
  const isNew = read.kind === 'valid' && (await whyNotWritable(path)) === null
  if (isNew) await link(partial, path)
  // Whatever else has this name is not from a setup, and does not stop the start.
  const isRemoved = await unlink(partial).then(
    () => true,
    () => false,
  )
  if (!isRemoved) return { kind: 'none' }
  return { kind: isNew ? 'recovered' : readCredentials(path).kind === 'valid' ? 'none' : 'lost' }
}
