import { realpath } from 'node:fs/promises'
import type { Git } from '../git/process/git.ts'
import type { GitHistory } from './browse/git-history.ts'
import { type Finding, listFiles } from './browse/list-files.ts'
import { searchFiles } from './browse/search-files.ts'
import { type Range, showLines } from './browse/show-lines.ts'
import { hasWildcards, type Where } from './browse/to-pathspecs.ts'
import { openUntrackedIndex, type UntrackedIndex } from './browse/untracked-index.ts'
import { deleteEntry } from './change/delete-entry.ts'
import { makeExecutable } from './change/make-executable.ts'
import { moveEntry } from './change/move-entry.ts'
import { ChangeRefused } from './change/transaction.ts'
import { editFile } from './edit/edit-file.ts'
import { writeFile } from './edit/write-file.ts'
import type { EditContext, LocateAs } from './files/edit-context.ts'
import { findGitlinks, findSubmodule } from './files/find-gitlinks.ts'
import { createMutex } from './files/mutex.ts'
import { openReadFiles, type ReadFiles } from './files/read-files.ts'
import { readText } from './files/read-text.ts'
import { type ResolvedPath, resolveToRead, resolveToWrite } from './files/resolve-path.ts'
import { done, refused, type ToolResult } from './files/tool-result.ts'
import { applyPatch } from './patch/apply-patch.ts'

export interface Edit {
  readonly old: string
  readonly new: string
  /** Replace every match instead of insisting on exactly one. */
  readonly all?: boolean
}

/**
 * The work tree as the agent may use it. Paths are relative to the root; every answer is text for the model. Changes
 * are made one after the other, each whole or not at all.
 */
export interface Workspace {
  list(request: { readonly path?: string; readonly pattern?: string }): Promise<ToolResult>
  search(request: {
    readonly pattern: string
    readonly path?: string
    readonly glob?: string
    readonly regex?: boolean
    readonly ignoreCase?: boolean
  }): Promise<ToolResult>
  read(request: { readonly path: string } & Range): Promise<ToolResult>
  edit(request: { readonly path: string } & Edit): Promise<ToolResult>
  /** Edits of one file, each on what those before it left, all or none. */
  multiEdit(request: { readonly path: string; readonly edits: readonly Edit[] }): Promise<ToolResult>
  /** A patch in the V4A format, all of it or none. */
  applyPatch(request: { readonly patch: string }): Promise<ToolResult>
  write(request: { readonly path: string; readonly text: string }): Promise<ToolResult>
  /** A file, or a folder with its files; the new path is free. */
  move(request: { readonly from: string; readonly to: string }): Promise<ToolResult>
  /** A script that starts with `#!`, where the project allows it. */
  makeExecutable(request: { readonly path: string }): Promise<ToolResult>
  /** A file, a symbolic link, or a folder with its files. */
  delete(request: { readonly path: string }): Promise<ToolResult>
  readonly history: GitHistory
  /**
   * Adds a file that exists for the agent only and is read in full. Its path begins with a slash: so none in the work
   * tree has it, and no change reaches it.
   */
  provide(path: string, text: string): void
}

export interface WorkspaceOptions {
  /** Absolute path of the work tree. */
  readonly root: string
  readonly git: Git
  readonly history: GitHistory
  /** What stands in the way of a change of the path, to be read after "is"; default: nothing ever does. */
  readonly findObstacle?: (path: string) => string | null
  /** Whether a file that git does not track lay there before the agent; default: none did. */
  readonly isForeign?: (path: string) => boolean
  /** Whether a new executable file could be published; default: no. */
  readonly mayMakeExecutable?: boolean
  /** Most characters of a file that are shown at once; default: as many as an ample window has room for. */
  readonly readLength?: number
  /** The clock that the times of files are from; default: the machine's. */
  readonly now?: () => number
}

export function openWorkspace({
  root,
  git,
  history,
  findObstacle = () => null,
  isForeign = () => false,
  mayMakeExecutable = false,
  readLength = READ_LENGTH,
  now = Date.now,
}: WorkspaceOptions): Workspace {
  const virtual = new Map<string, string>()
  const known = openReadFiles()
  const inTurn = createMutex()
  let gitlinks: ReadonlySet<string> | null = null
  let survey: UntrackedIndex | null = null

  const below = (path: string, act: (finding: Finding, where: Where) => Promise<ToolResult>) =>
    guard(path, async () => {
      const realRoot = await realpath(root)
      const located = await resolveToRead(realRoot, path)
      if (!located.ok) return refused(located.problem)
      const { path: place, stats } = located.place
      const isGlob = stats === null && hasWildcards(place)
      if (stats === null && !isGlob) return refused(`${path} does not exist. List without a path first.`)
      survey ??= openUntrackedIndex(git, realRoot, now)
      return act({ git, root: realRoot, survey }, { path: place, isGlob })
    })

  /** Looks a path up and refuses it where it is not for the agent to change. */
  const locateToChange = async (realRoot: string, path: string, as: LocateAs): Promise<ResolvedPath> => {
    const refuse = (problem: string): ResolvedPath => ({ ok: false, problem })
    const located = await resolveToWrite(realRoot, path, { linkItself: as === 'entry' })
    if (!located.ok) return located
    const { path: name, stats } = located.place
    const isFolder = as === 'folder' || (as === 'entry' && stats?.isDirectory() === true)
    const obstacle = isFolder ? null : findObstacle(name)
    if (obstacle !== null) return refuse(`${name} is ${obstacle}.\nLeave it and say so when you finish.`)
    // A submodule is a folder, so of a file at the root there is nothing to ask for.
    if (isFolder || name.includes('/')) gitlinks ??= await findGitlinks(git)
    const submodule = gitlinks === null ? null : findSubmodule(name, gitlinks)
    if (submodule === null) return located
    return refuse(`${submodule} is a submodule, which is another repository. Leave it alone.`)
  }

  const change = (path: string, act: (editing: EditContext) => Promise<ToolResult>) =>
    inTurn(() =>
      guard(path, async () => {
        const realRoot = await realpath(root)
        const locate = (one: string, as: LocateAs = 'file') => locateToChange(realRoot, one, as)
        return act({ root: realRoot, git, known, isForeign, mayMakeExecutable, locate })
      }),
    )

  return {
    list: ({ path = '', pattern }) =>
      below(path, (finding, where) => listFiles(finding, { ...where, glob: pattern })),
    search: ({ path = '', glob, pattern, regex = false, ignoreCase = false }) =>
      below(path, (finding, where) =>
        searchFiles(finding, { ...where, glob }, { pattern, regex, ignoreCase }),
      ),
    async read({ path, ...range }) {
      const readProvided = (text: string) =>
        done(showLines(path, { text, bom: false }, range, { most: readLength, inFull: true }).text)
      const provided = virtual.get(path)
      if (provided !== undefined) return readProvided(provided)
      return guard(path, async () => {
        const located = await resolveToRead(await realpath(root), path)
        // Some models leave out the slash.
        const meant =
          located.ok && located.place.stats === null ? virtual.get(`/${located.place.path}`) : undefined
        return meant === undefined ? readFile(known, located, range, readLength) : readProvided(meant)
      })
    },
    edit: ({ path, ...edit }) => change(path, (editing) => editFile(editing, path, [toReplacement(edit)])),
    multiEdit: ({ path, edits }) =>
      change(path, (editing) => editFile(editing, path, edits.map(toReplacement))),
    applyPatch: ({ patch }) => change('the patch', (editing) => applyPatch(editing, patch)),
    write: ({ path, text }) => change(path, (editing) => writeFile(editing, path, text)),
    move: ({ from, to }) => change(from, (editing) => moveEntry(editing, from, to)),
    makeExecutable: ({ path }) => change(path, (editing) => makeExecutable(editing, path)),
    delete: ({ path }) => change(path, (editing) => deleteEntry(editing, path)),
    history,
    provide(path, text) {
      virtual.set(path, text)
    },
  }
}

const READ_LENGTH = 28_000

const toReplacement = ({ all = false, ...edit }: Edit) => ({ ...edit, all })

async function readFile(
  known: ReadFiles,
  located: ResolvedPath,
  range: Range,
  most: number,
): Promise<ToolResult> {
  if (!located.ok) return refused(located.problem)
  const { place } = located
  const loaded = await readText(place)
  if (!loaded.ok) return refused(loaded.problem)
  const shown = showLines(place.path, loaded.text, range, { most })
  known.noteShown(place.absolute, loaded.bytes, shown.range)
  return done(shown.text)
}

/** What the file system refuses (no permission, no room, a name too long) is for the model to know, not a crash. */
async function guard(path: string, act: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ChangeRefused) return refused(error.message)
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    return refused(`${path}: the file system refused (${error.code}). Leave this file and go on.`)
  }
}
