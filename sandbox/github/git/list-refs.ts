import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Repository } from '../state/repository.ts'

const PACKED = /^([0-9a-f]{40}) (refs\/(?:heads|tags)\/.+)$/gm
const OBJECT_ID = /^[0-9a-f]{40}$/

/**
 * Branches and tags: full ref name → commit. Read from the files of the repository (gitrepository-layout(5)), since this
 * is asked several times for each event, and each call of git is a process.
 */
export const listRefs = async ({
  gitDirectory,
}: Pick<Repository, 'gitDirectory'>): Promise<Map<string, string>> => {
  // Loose refs first: git writes packed ones before it deletes the loose ones.
  const loose = [...(await looseRefs(gitDirectory, 'heads')), ...(await looseRefs(gitDirectory, 'tags'))]
  const packed = await readIfThere(join(gitDirectory, 'packed-refs'))
  const all = new Map([...packed.matchAll(PACKED)].map(([, id = '', name = '']) => [name, id]))
  for (const [name, id] of loose) all.set(name, id)
  return new Map([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const looseRefs = async (gitDirectory: string, kind: 'heads' | 'tags'): Promise<[string, string][]> => {
  const root = join(gitDirectory, 'refs', kind)
  const files = await filesIn(root, await readdir(root, { withFileTypes: true }))
  const read = files.map(async (file): Promise<[string, string]> => {
    const name = relative(gitDirectory, file).split(sep).join('/')
    return [name, (await readIfThere(file)).trim()]
  })
  // A lock file, or a ref that was deleted meanwhile, holds no object id.
  return (await Promise.all(read)).filter(([name, id]) => OBJECT_ID.test(id) && !name.endsWith('.lock'))
}

/** git removes a folder with its last ref, also between two reads. */
const filesIn = async (folder: string, entries: readonly Dirent[]): Promise<string[]> => {
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return entry.isFile() ? [path] : []
    return filesIn(path, await readdir(path, { withFileTypes: true }).catch(noneIfGone))
  })
  return (await Promise.all(found)).flat()
}

const noneIfGone = (error: NodeJS.ErrnoException): Dirent[] => {
  if (error.code !== 'ENOENT') throw error
  return []
}

const readIfThere = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
