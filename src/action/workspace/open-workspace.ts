import { realpath } from 'node:fs/promises'
import type { Git } from '../git/process/git.ts'
import { plainText } from '../text/encoding/decode-text.ts'
import type { GitHistory } from './browse/git-history.ts'
import { type BrowseContext, listFiles } from './browse/list-files.ts'
import { openUtf8Probe, type SearchContext, searchFiles } from './browse/search-files.ts'
import { type Range, showLines } from './browse/show-lines.ts'
import { findScopeProblem, hasWildcards, type Scope } from './browse/to-pathspecs.ts'
import { openUntrackedIndex, type UntrackedIndex } from './browse/untracked-index.ts'
import { openWideFiles, type WideFiles } from './browse/wide-files.ts'
import { deleteEntry } from './change/delete-entry.ts'
import { keepFiles } from './change/keep-files.ts'
import { makeExecutable } from './change/make-executable.ts'
import { moveEntry } from './change/move-entry.ts'
import { ChangeRefused } from './change/transaction.ts'
import { editFile } from './edit/edit-file.ts'
import type { TextEdit } from './edit/replace-text.ts'
import { writeFile } from './edit/write-file.ts'
import { createLocate, type EditContext } from './files/edit-context.ts'
import { openPortability } from './files/portable-names.ts'
import { openReadFiles, type ReadFiles } from './files/read-files.ts'
import { type ImageSupport, readImage, type ScaleImage } from './files/read-image.ts'
import { readText } from './files/read-text.ts'
import { type ResolvedPath, resolveToRead } from './files/resolve-path.ts'
import { done, refused, type ToolResult } from './files/tool-result.ts'
import { applyPatch } from './patch/apply-patch.ts'
import type { Edit, ProvideOptions, Workspace } from './workspace.ts'

export interface WorkspaceOptions {
  /** Absolute path of the work tree. */
  readonly root: string
  readonly git: Git
  readonly history: GitHistory
  /** Where `list` and `search` look if no path is named; default: the root. */
  readonly start?: string
  /** Why a path may not be changed, to be read after "is"; default: every path may. */
  readonly findObstacle?: (path: string) => string | null
  /** Why a change of the content of these files could not be published; default: it could. */
  readonly findUnfit?: EditContext['findUnfit']
  /** Whether a file was there, untracked, before the agent ran; default: none was. */
  readonly isForeign?: (path: string) => boolean
  /** Whether a new executable file could be published; default: no. */
  readonly mayMakeExecutable?: boolean
  /** The largest change that could be published, in bytes; default: any. */
  readonly maxBytes?: number
  /** Maximum length of a file that is read in one piece, in characters; default: for a large context window. */
  readonly readLength?: number
  /** Media types of the images that the model accepts; default: none. */
  readonly imageTypes?: readonly string[]
  /** For images above the limits, and of other types; default: such images are not shown. */
  readonly scaleImage?: ScaleImage | null
  /** The clock that the times of files are from; default: the machine's. */
  readonly now?: () => number
}

export function openWorkspace({
  root,
  git,
  history,
  start = '',
  findObstacle = () => null,
  findUnfit = async () => null,
  isForeign = () => false,
  mayMakeExecutable = false,
  maxBytes = Number.POSITIVE_INFINITY,
  readLength = READ_LENGTH,
  imageTypes = [],
  scaleImage = null,
  now = Date.now,
}: WorkspaceOptions): Workspace {
  const imageSupport: ImageSupport = { types: imageTypes, scale: scaleImage }
  const provided = new Map<string, Provided>()
  const readFiles = openReadFiles()
  const inOrder = createMutex()
  const locate = createLocate({ git, findObstacle })
  const knowsUtf8 = openUtf8Probe(git)
  const findUnportable = openPortability(git)
  let index: { readonly untracked: UntrackedIndex; readonly wide: WideFiles } | null = null

  const openIndex = (realRoot: string) => {
    const untracked = openUntrackedIndex(git, realRoot, now)
    return { untracked, wide: openWideFiles({ git, root: realRoot }) }
  }

  const browse = (
    { path, glob }: Scope,
    act: (context: BrowseContext & SearchContext, scope: Scope) => Promise<ToolResult>,
  ) =>
    guard(path, async () => {
      const problem = findScopeProblem({ path, glob })
      if (problem !== null) return refused(problem)
      const realRoot = await realpath(root)
      const lookup = await resolveToRead(realRoot, path)
      if (!lookup.ok) return refused(lookup.problem)
      const { path: name, stats } = lookup.file
      const isGlob = stats === null && hasWildcards(name)
      if (stats === null && !isGlob) return refused(`${path} does not exist. List without a path first.`)
      index ??= openIndex(realRoot)
      return act({ git, root: realRoot, knowsUtf8, ...index }, { path: name, isGlob, glob })
    })

  const change = (path: string, act: (editing: EditContext) => Promise<ToolResult>) =>
    inOrder(() =>
      guard(path, async () => {
        const realRoot = await realpath(root)
        return act({
          ...{
            root: realRoot,
            git,
            readFiles,
            isForeign,
            findUnfit,
            findUnportable,
            mayMakeExecutable,
            maxBytes,
          },
          locate: (one, as = 'file') => locate(realRoot, one, as),
        })
      }),
    )

  return {
    list: ({ path = start, pattern }) => browse({ path, glob: pattern }, listFiles),
    search: ({ path = start, glob, pattern, regex = false, ignoreCase = false }) =>
      browse({ path, glob }, (context, scope) => searchFiles(context, scope, { pattern, regex, ignoreCase })),
    async read({ path, ...range }) {
      const readProvided = ({ text, isInstruction, image }: Provided): ToolResult => ({
        ...done(showLines(path, plainText(text), range, { maxLength: readLength, inFull: true }).text),
        ...(isInstruction && { isInstruction }),
        ...(image && { image }),
      })
      const text = provided.get(path)
      if (text !== undefined) return readProvided(text)
      return guard(path, async () => {
        const realRoot = await realpath(root)
        const lookup = await resolveToRead(realRoot, path)
        // Some models leave out the slash of a provided file.
        const withSlash =
          lookup.ok && lookup.file.stats === null ? provided.get(`/${lookup.file.path}`) : undefined
        if (withSlash !== undefined) return readProvided(withSlash)
        return lookup.ok
          ? readFile({ root: realRoot, readFiles, maxLength: readLength, imageSupport }, lookup.file, range)
          : refused(lookup.problem)
      })
    },
    edit: ({ path, ...edit }) => change(path, (editing) => editFile(editing, path, [toTextEdit(edit)])),
    multiEdit: ({ path, edits }) => change(path, (editing) => editFile(editing, path, edits.map(toTextEdit))),
    applyPatch: ({ patch }) => change('the patch', (editing) => applyPatch(editing, patch)),
    write: ({ path, text }) => change(path, (editing) => writeFile(editing, path, text)),
    move: ({ from, to }) => change(from, (editing) => moveEntry(editing, from, to)),
    makeExecutable: ({ path }) => change(path, (editing) => makeExecutable(editing, path)),
    delete: ({ path }) => change(path, (editing) => deleteEntry(editing, path)),
    keep: (found) => change('the files to keep', (editing) => keepFiles(editing, found)),
    history,
    provide(path, text, options = {}) {
      provided.set(path, { text, ...options })
    },
  }
}

const READ_LENGTH = 28_000

interface Provided extends ProvideOptions {
  readonly text: string
}

interface ReadContext {
  readonly root: string
  readonly readFiles: ReadFiles
  readonly maxLength: number
  readonly imageSupport: ImageSupport
}

const toTextEdit = ({ all = false, ...edit }: Edit): TextEdit => ({ ...edit, all })

async function readFile(
  { root, readFiles, maxLength, imageSupport }: ReadContext,
  file: ResolvedPath,
  range: Range,
): Promise<ToolResult> {
  const loaded = await readText(root, file)
  if (!loaded.ok) {
    const image = loaded.binary && (await readImage(file.path, loaded.binary, imageSupport))
    return image ?? refused(loaded.problem)
  }
  const shown = showLines(file.path, loaded.text, range, { maxLength })
  readFiles.noteShown(file.absolute, loaded.bytes, shown.range)
  return done(shown.text)
}

/** A refusal of the file system (no permission, no space, a name too long) is reported to the model, not thrown. */
async function guard(path: string, act: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ChangeRefused) return refused(error.message)
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    return refused(`${path}: the file system refused (${error.code}). Leave this file and continue.`)
  }
}

/** Makes each call wait for the previous one, even if that fails. */
export function createMutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act, act)
    // The caller of the previous one gets its error. The next one only waits.
    last = mine.catch(() => undefined)
    return mine
  }
}
