import { watchMoves } from '../change/move-entry.ts'
import { applyTransaction, type FileChange } from '../change/transaction.ts'
import { unpublishedNote } from '../edit/change-notes.ts'
import type { EditContext } from '../files/edit-context.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type AppliedSection, applySection } from './apply-section.ts'
import { parseV4a } from './parse-v4a.ts'

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
  await applyTransaction(editing, changes, await watchMoves(editing.git, moves))
  const added = parsed.sections.flatMap(({ kind }, index) => (kind === 'add' ? [all[index]?.change] : []))
  for (const change of changes) note(editing, change, added.includes(change))
  const pathsOf = (wanted: FileChange['kind']) =>
    changes.filter(({ kind }) => kind === wanted).map(({ file }) => file.path)
  const notes = await unpublishedNote(editing, { made: pathsOf('create'), replaced: pathsOf('replace') })
  return done(all.map(({ report }) => report).join('\n') + notes)
}

/** The last of several changes of a file includes the others. */
const lastOfEachFile = (changes: readonly FileChange[]): readonly FileChange[] => {
  const last = new Map(changes.map((change) => [change.file.absolute, change]))
  return changes.filter((change) => last.get(change.file.absolute) === change)
}

/** `isWritten`: the patch has all of the file's text. */
function note({ readFiles }: EditContext, change: FileChange, isWritten: boolean): void {
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
