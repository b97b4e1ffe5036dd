import { decodeAgain } from '../../text/encoding/decode-text.ts'
import { encodeText } from '../../text/encoding/encode-text.ts'
import { findNewExecutable } from '../change/make-executable.ts'
import { findMoveProblem, watchMoves } from '../change/move-entry.ts'
import { applyTransaction, type FileChange } from '../change/transaction.ts'
import { noteLoneCr, showChange, unpublishedNote } from '../edit/change-notes.ts'
import { describeElision, findElision } from '../edit/elision.ts'
import { describeLevel, findUnwritable } from '../edit/replace-text.ts'
import { composeFile, openNew, readBefore } from '../edit/write-file.ts'
import { type EditContext, findSizeProblem, findStale, loadToChange } from '../files/edit-context.ts'
import { isLarge, limitAfterEdit } from '../files/read-text.ts'
import type { PathLookup, ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type AppliedHunks, applyHunks } from './apply-hunks.ts'
import { quoteHeader } from './locate-hunk.ts'
import { parseV4a, type Section } from './parse-v4a.ts'

const NOTHING = 'Nothing was changed.'

/** Applies a patch to all of its files or to none: everything is located and checked before anything is written. */
export async function applyPatch(editing: EditContext, patch: string): Promise<ToolResult> {
  const parsed = parseV4a(patch)
  if (!parsed.ok) return refused(`${parsed.problem} ${NOTHING}`)
  const all: AppliedSection[] = []
  for (const section of parsed.sections) {
    const result = await applySection(editing, section, all)
    if (!result.ok) return refused(`${result.problem} ${NOTHING}`)
    all.push(result.applied)
  }
  const changes = lastOfEachFile(all.map(({ change }) => change))
  const moves = changes.flatMap((change) =>
    change.kind === 'move' ? [{ from: change.file.path, to: change.to.path }] : [],
  )
  const confirmMoves = await watchMoves(editing.git, moves)
  const pathsOf = (wanted: FileChange['kind']) =>
    changes.filter(({ kind }) => kind === wanted).map(({ file }) => file.path)
  let notes = ''
  await applyTransaction(editing, changes, async () => {
    await confirmMoves()
    notes = await unpublishedNote(editing, { made: pathsOf('create'), replaced: pathsOf('replace') })
  })
  const added = parsed.sections.flatMap(({ kind }, index) => (kind === 'add' ? [all[index]?.change] : []))
  for (const change of changes) noteChange(editing, change, added.includes(change))
  return done(all.map(({ report }) => report).join('\n') + notes)
}

/** The last of several changes of a file includes the others. */
const lastOfEachFile = (changes: readonly FileChange[]): readonly FileChange[] => {
  const last = new Map(changes.map((change) => [change.file.absolute, change]))
  return changes.filter((change) => last.get(change.file.absolute) === change)
}

/** `isWritten`: the patch has all of the file's text. */
function noteChange({ readFiles }: EditContext, change: FileChange, isWritten: boolean): void {
  const { absolute } = change.file
  switch (change.kind) {
    case 'create':
      readFiles.noteWritten(absolute, change.bytes)
      break
    case 'replace':
      if (isWritten) readFiles.noteWritten(absolute, change.bytes)
      else readFiles.noteEdited(absolute, change.bytes)
      break
    case 'delete':
      readFiles.forget(absolute)
      break
    case 'move':
      if (change.bytes !== null) readFiles.noteEdited(absolute, change.bytes)
      readFiles.noteMoved(absolute, change.to.absolute)
      break
  }
}

/** A change of a patch, and what the model is told of it. */
interface AppliedSection {
  readonly change: FileChange
  readonly report: string
}

type SectionResult =
  | { readonly ok: true; readonly applied: AppliedSection }
  | { readonly ok: false; readonly problem: string }

/** Locates and checks the change of one section, on top of the sections `before` it. Writes nothing. */
async function applySection(
  editing: EditContext,
  section: Section,
  before: readonly AppliedSection[],
): Promise<SectionResult> {
  const located = await locateNamed(editing, section)
  if (!located.ok) return located
  const { file } = located
  const earlier = before.findLast(({ change }) => touches(change, file))?.change
  const isAddedAgain = section.kind === 'add' && earlier?.kind === 'delete'
  const isUpdatedAgain = section.kind === 'update' && earlier?.kind === 'replace'
  if (earlier !== undefined && !isAddedAgain && !isUpdatedAgain) {
    return refuse(describeClash(file))
  }
  switch (section.kind) {
    case 'add':
      return applyAddition(editing, file, { lines: section.lines, isAddedAgain })
    case 'delete':
      return applyDeletion(editing, file)
    case 'update': {
      const to = section.to === null ? null : await editing.locate(section.to)
      if (to !== null && !to.ok) return to
      if (to !== null && before.some(({ change }) => touches(change, to.file))) {
        return refuse(describeClash(to.file))
      }
      return applyUpdate(editing, { file, to: to?.file ?? null, section, earlier })
    }
  }
}

const refuse = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem })

/** A file that is moved, and another at its old path, cannot be one section. */
const describeClash = ({ path }: ResolvedPath): string =>
  `${path} is changed by two sections. Make them one, or make two patches.`

const touches = (change: FileChange, { absolute }: ResolvedPath): boolean =>
  change.file.absolute === absolute || (change.kind === 'move' && change.to.absolute === absolute)

/** git's patches have `a/` and `b/` before their paths. The prefix is removed if only then a file exists. */
async function locateNamed(editing: EditContext, { kind, path }: Section): Promise<PathLookup> {
  const as = kind === 'delete' ? 'entry' : 'file'
  const located = await editing.locate(path, as)
  if (kind === 'add' || !located.ok || located.file.stats !== null || !/^[ab]\//.test(path)) return located
  const without = await editing.locate(path.slice(2), as)
  return without.ok && without.file.stats !== null ? without : located
}

/** A file that exists is replaced, if an earlier section deletes it or the model has read all of it. */
async function applyAddition(
  editing: EditContext,
  file: ResolvedPath,
  { lines, isAddedAgain }: { readonly lines: readonly string[]; readonly isAddedAgain: boolean },
): Promise<SectionResult> {
  const before = isAddedAgain ? { text: await openNew(editing, file) } : await readBefore(editing, file)
  if ('problem' in before) return refuse(before.problem)
  const composed = composeFile(editing, file, lines.map((line) => `${line}\n`).join(''), before.text)
  if (!composed.ok) return composed
  const isNew = file.stats === null || isAddedAgain
  const report = isNew ? `Added ${file.path}.` : `Replaced all of ${file.path}, which existed.`
  return succeed(composed.change, report)
}

async function applyDeletion(editing: EditContext, file: ResolvedPath): Promise<SectionResult> {
  if (file.stats === null) return refuse(`${file.path} does not exist: nothing to delete.`)
  if (file.stats.isDirectory()) return refuse(`${file.path} is a folder. Delete it with delete.`)
  if (!file.stats.isFile() && !file.stats.isSymbolicLink())
    return refuse(`${file.path} is not a regular file and cannot be deleted.`)
  const stale = await findStale(editing, file)
  return stale === null ? succeed({ kind: 'delete', file }, `Deleted ${file.path}.`) : refuse(stale)
}

interface Update {
  readonly file: ResolvedPath
  readonly to: ResolvedPath | null
  readonly section: Extract<Section, { kind: 'update' }>
  /** The change of the file by a section before this one. */
  readonly earlier: FileChange | undefined
}

async function applyUpdate(editing: EditContext, update: Update): Promise<SectionResult> {
  const { file, to, section, earlier } = update
  const moving =
    to === null
      ? null
      : (findMoveProblem(file, to) ?? findNewExecutable(editing, file) ?? (await findStale(editing, file)))
  if (moving !== null) return refuse(moving)
  const moved = to === null ? '' : ` and moved it to ${to.path}`
  if (to !== null && section.hunks.length === 0) {
    const bytes = earlier?.kind === 'replace' ? earlier.bytes : null
    return succeed({ kind: 'move', file, to, bytes }, `Moved ${file.path} to ${to.path}.`)
  }
  const hunked = await hunkResult(editing, update)
  if (!hunked.ok) return hunked
  const { bytes, report } = hunked
  const problem = findSizeProblem(editing, file.path, { size: bytes.length, limit: hunked.limit })
  if (problem !== null) return refuse(problem)
  const change: FileChange =
    to === null ? { kind: 'replace', file, bytes } : { kind: 'move', file, to, bytes }
  return succeed(change, `Updated ${file.path}${moved}${report}`)
}

type HunkResult =
  | { readonly ok: true; readonly bytes: Buffer; readonly limit: number; readonly report: string }
  | { readonly ok: false; readonly problem: string }

async function hunkResult(editing: EditContext, { file, section, earlier }: Update): Promise<HunkResult> {
  const loaded = await loadToChange(editing, file)
  if (!loaded.ok) return refuse(loaded.problem)
  const lines = section.hunks.flatMap((hunk) => hunk.lines)
  const textOf = (kinds: readonly string[]) =>
    lines.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('\n')
  const added = textOf(['added'])
  const omission = findElision(added, textOf(['kept', 'removed']))
  if (omission !== null) return refuse(`${file.path}: ${describeElision(omission)}`)
  const unwritable = findUnwritable(added, `${file.path}: the new text`)
  if (unwritable !== null) return refuse(unwritable)
  const exactOnly = editing.readFiles.knowledgeOf(file.absolute, loaded.bytes) === 'unread'
  const text = earlier?.kind === 'replace' ? decodeAgain(loaded.text, earlier.bytes) : loaded.text.text
  const applied = applyHunks(text, section.hunks, { exactOnly, isLarge: isLarge(loaded.bytes) })
  if (!applied.ok) return refuse(`${file.path}: ${applied.problem}`)
  const encoded = encodeText(loaded.text, applied.text)
  if (!encoded.ok) return refuse(`${file.path} ${encoded.problem}.`)
  const limit = limitAfterEdit(loaded.bytes)
  return {
    ok: true,
    bytes: encoded.bytes,
    limit,
    report: describeHunks(applied, noteLoneCr(added, textOf(['removed']), loaded.text)),
  }
}

/** An exact match inside the block of its header needs no look; the lines of the others are shown. */
function describeHunks(
  { text, ranges, levels, outsideOf }: Extract<AppliedHunks, { ok: true }>,
  endNote: string,
): string {
  const lines = ranges.map(({ from }) => from + 1)
  const where = ` at line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`
  const level = levels.find((one) => one !== 'exact')
  const how = level === undefined ? '' : `, where ${describeLevel(level)}`
  const outside = outsideOf.flatMap((header, index) =>
    header === null
      ? []
      : ` Line ${lines[index]} is outside of ${quoteHeader(header)}: check that it is meant.`,
  )
  const shown = ranges.filter((_, index) => levels[index] !== 'exact' || outsideOf[index] !== null)
  const look = shown.length === 0 ? '' : ` It reads now:\n${showChange(text, shown)}`
  return `${where}${how}.${outside.join('')}${endNote}${look}`
}

const succeed = (change: FileChange, report: string): SectionResult => ({
  ok: true,
  applied: { change, report },
})
