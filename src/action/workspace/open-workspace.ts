import type { Git } from '../git/git.ts'
import { type Attempt, done, refused } from './attempt.ts'
import { deleteFile, editFile, writeFile } from './change-file.ts'
import { listFiles } from './list-files.ts'
import { loadText } from './load-text.ts'
import { type Located, locateToRead, locateToWrite, type Place } from './locate.ts'
import { normalizePath } from './normalize-path.ts'
import { searchFiles } from './search-files.ts'
import { type Range, showLines } from './show-lines.ts'

/** The work tree as the agent may use it. Paths are relative to the root; every answer is text for the model. */
export interface Workspace {
  list(request: { readonly path?: string; readonly pattern?: string }): Promise<Attempt>
  search(request: {
    readonly pattern: string
    readonly path?: string
    readonly regex?: boolean
  }): Promise<Attempt>
  read(request: { readonly path: string } & Range): Promise<Attempt>
  edit(request: {
    readonly path: string
    readonly old: string
    readonly new: string
    readonly all?: boolean
  }): Promise<Attempt>
  write(request: { readonly path: string; readonly text: string }): Promise<Attempt>
  delete(request: { readonly path: string }): Promise<Attempt>
  /** Adds a read-only file that exists for the agent only and is read in full; it hides a file of the same name. */
  provide(path: string, text: string): void
}

export interface WorkspaceOptions {
  /** Absolute path of the work tree. */
  readonly root: string
  readonly git: Git
  /** What stands in the way of a change of the path, to be read after "is"; default: nothing ever does. */
  readonly findObstacle?: (path: string) => string | null
  readonly virtualFiles?: ReadonlyMap<string, string>
}

export function openWorkspace({
  root,
  git,
  findObstacle = () => null,
  virtualFiles = new Map(),
}: WorkspaceOptions): Workspace {
  const virtual = new Map(virtualFiles)

  const below = (path: string, act: (path: string) => Promise<Attempt>) =>
    guard(path, async () => {
      const located = await locateToRead(root, path)
      if (!located.ok) return refused(located.problem)
      if (located.place.stats === null) return refused(`${path} does not exist. List without a path first.`)
      return act(located.place.path)
    })

  const change = (path: string, act: (place: Place) => Promise<Attempt>) =>
    guard(path, async () => {
      const located = await locateToWrite(root, path)
      if (!located.ok) return refused(located.problem)
      if (virtual.has(located.place.path)) return refused(`${located.place.path} is only for reading.`)
      const obstacle = findObstacle(located.place.path)
      if (obstacle !== null) {
        return refused(`${located.place.path} is ${obstacle}.\nLeave it and say so when you finish.`)
      }
      return act(located.place)
    })

  return {
    list: ({ path = '', pattern }) => below(path, (place) => listFiles(git, place, pattern)),
    search: ({ path = '', pattern, regex = false }) =>
      below(path, (place) => searchFiles(git, place, { pattern, regex })),
    async read({ path, ...range }) {
      const normalized = normalizePath(path)
      const provided = normalized.ok ? virtual.get(normalized.path) : undefined
      if (provided !== undefined) return done(showLines(path, { text: provided, bom: false }, range, true))
      return guard(path, async () => readFile(await locateToRead(root, path), range))
    },
    edit: ({ path, all = false, ...replacement }) =>
      change(path, (place) => editFile(place, { ...replacement, all })),
    write: ({ path, text }) => change(path, (place) => writeFile(place, text)),
    delete: ({ path }) => change(path, deleteFile),
    provide(path, text) {
      virtual.set(path, text)
    },
  }
}

async function readFile(located: Located, range: Range): Promise<Attempt> {
  if (!located.ok) return refused(located.problem)
  const loaded = await loadText(located.place)
  if (!loaded.ok) return refused(loaded.problem)
  return done(showLines(located.place.path, loaded.text, range))
}

/** What the file system refuses (no permission, no room, a name too long) is for the model to know, not a crash. */
async function guard(path: string, act: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    return refused(`${path}: the file system refused (${error.code}). Leave this file and go on.`)
  }
}
