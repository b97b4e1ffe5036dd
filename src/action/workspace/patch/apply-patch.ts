import { ignoredNote } from '../change/ignored-note.ts'
import { applyTransaction, type FileChange } from '../change/transaction.ts'
import { watchMoves } from '../change/watch-moves.ts'
import type { EditContext } from '../files/edit-context.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type AppliedSection, applySection } from './apply-section.ts'
import { parseV4a } from './parse-v4a.ts'

const NOTHING = 'Nothing was changed.'

/** Applies a patch to all of its files or to none: everything is found and checked before anything is written. */
export async function applyPatch(editing: EditContext, patch: string): Promise<ToolResult> {
  const parsed = parseV4a(patch)
  if (!parsed.ok) return refused(`${parsed.problem} ${NOTHING}`)
  const all: AppliedSection[] = []
  for (const section of parsed.sections) {
    const draft = await applySection(editing, section, all)
    if (!draft.ok) return refused(`${draft.problem} ${NOTHING}`)
    all.push(draft.drafted)
  }
  const changes = withoutOvertaken(all.map(({ change }) => change))
  const moves = changes.flatMap((change) =>
    change.kind === 'move' ? [{ from: change.place.path, to: change.to.path }] : [],
  )
  await applyTransaction(editing.root, changes, await watchMoves(editing.git, moves))
  for (const change of changes) note(editing, change)
  const made = changes.filter(({ kind }) => kind === 'create').map(({ place }) => place.path)
  return done(all.map(({ report }) => report).join('\n') + (await ignoredNote(editing.git, made)))
}

/** Of several changes of one file the last holds what those before it made. */
const withoutOvertaken = (changes: readonly FileChange[]): readonly FileChange[] =>
  changes.filter(
    (change, index) =>
      !changes.slice(index + 1).some(({ place }) => place.absolute === change.place.absolute),
  )

function note({ known }: EditContext, change: FileChange): void {
  const { absolute } = change.place
  switch (change.kind) {
    case 'create':
      known.noteWritten(absolute, change.bytes)
      break
    case 'replace':
      known.noteEdited(absolute, change.bytes)
      break
    case 'delete':
      known.noteDeleted(absolute)
      break
    case 'move':
      if (change.bytes !== null) known.noteEdited(absolute, change.bytes)
      known.noteMoved(absolute, change.to.absolute)
      break
  }
}
