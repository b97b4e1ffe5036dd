import { applyChanges, type FileChange } from './apply-changes.ts'
import { type Attempt, done, refused } from './attempt.ts'
import { type Drafted, draftSection } from './draft-section.ts'
import type { Editing } from './editing.ts'
import { parsePatch } from './parse-patch.ts'
import { tellIgnored } from './tell-ignored.ts'
import { watchMoves } from './watch-moves.ts'

const NOTHING = 'Nothing was changed.'

/** Applies a patch to all of its files or to none: everything is found and checked before anything is written. */
export async function patchFiles(editing: Editing, patch: string): Promise<Attempt> {
  const parsed = parsePatch(patch)
  if (!parsed.ok) return refused(`${parsed.problem} ${NOTHING}`)
  const all: Drafted[] = []
  for (const section of parsed.sections) {
    const draft = await draftSection(editing, section, all)
    if (!draft.ok) return refused(`${draft.problem} ${NOTHING}`)
    all.push(draft.drafted)
  }
  const changes = withoutOvertaken(all.map(({ change }) => change))
  const moves = changes.flatMap((change) =>
    change.kind === 'move' ? [{ from: change.place.path, to: change.to.path }] : [],
  )
  await applyChanges(editing.root, changes, await watchMoves(editing.git, moves))
  for (const change of changes) note(editing, change)
  const made = changes.filter(({ kind }) => kind === 'create').map(({ place }) => place.path)
  return done(all.map(({ report }) => report).join('\n') + (await tellIgnored(editing.git, made)))
}

/** Of several changes of one file the last holds what those before it made. */
const withoutOvertaken = (changes: readonly FileChange[]): readonly FileChange[] =>
  changes.filter(
    (change, index) =>
      !changes.slice(index + 1).some(({ place }) => place.absolute === change.place.absolute),
  )

function note({ known }: Editing, change: FileChange): void {
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
