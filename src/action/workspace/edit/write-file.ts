import { ignoredNote } from '../change/ignored-note.ts'
import { applyTransaction } from '../change/transaction.ts'
import { type EditContext, nameTooLarge } from '../files/edit-context.ts'
import { readText, SIZE_LIMIT } from '../files/read-text.ts'
import type { Place } from '../files/resolve-path.ts'
import { encodeText, type Text } from '../files/text-encoding.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { describeElision, findElision } from './elision.ts'
import { splitLines } from './match/split-lines.ts'
import { findUnwritable } from './replace-text.ts'

/**
 * Writes a whole file, with the folders it needs. Of an existing one the mode stays, the byte order mark and, where all
 * lines end with CRLF, the line ends: models write LF and do not mean it.
 */
export async function writeFile(editing: EditContext, path: string, text: string): Promise<ToolResult> {
  const located = await editing.locate(path)
  if (!located.ok) return refused(located.problem)
  const { place } = located
  const before = await readBefore(editing, place)
  if ('problem' in before) return refused(before.problem)
  const unwritable = findUnwritable(text, 'The text')
  if (unwritable !== null) return refused(unwritable)
  const omission = findElision(text, before.text?.text ?? '')
  if (omission !== null) return refused(`${place.path}: ${describeElision(omission)}`)
  const bytes = encodeText(likeBefore(text, before.text))
  if (bytes.length > SIZE_LIMIT) return refused(nameTooLarge(place.path, bytes.length))
  await applyTransaction(editing.root, [{ kind: place.stats === null ? 'create' : 'replace', place, bytes }])
  editing.known.noteWritten(place.absolute, bytes)
  const isNew = place.stats === null
  const verb = isNew ? 'Created' : 'Replaced all of'
  const more = await ignoredNote(editing.git, isNew ? [place.path] : [])
  return done(`${verb} ${place.path} (${bytes.length} bytes).${more}`)
}

type Before = { readonly text: Text | null } | { readonly problem: string }

/** What the file holds, of which the model has to know all that would be lost. */
async function readBefore({ known }: EditContext, place: Place): Promise<Before> {
  if (place.stats === null) return { text: null }
  if (place.stats.isDirectory()) return { problem: `${place.path} is a folder. Name a file.` }
  const loaded = await readText(place)
  if (!loaded.ok) return { problem: `${loaded.problem} To put another file in its place, delete it first.` }
  const knowledge = loaded.bytes.length === 0 ? 'whole' : known.judge(place.absolute, loaded.bytes)
  switch (knowledge) {
    case 'whole':
      return { text: loaded.text }
    case 'part':
      return {
        problem: `${place.path} exists, and you have read only a part of it. Read the rest first, or use edit.`,
      }
    case 'unread':
      return { problem: `${place.path} exists already. Read it first, then write it or, better, edit it.` }
    case 'changed':
      return { problem: `${place.path} has changed since you read it, and not by you. Read it again first.` }
  }
}

function likeBefore(text: string, before: Text | null): Text {
  if (before === null) return { text, bom: false }
  const ends = splitLines(before.text).ends.slice(0, -1)
  const isWindows = ends.length > 0 && ends.every((end) => end === '\r\n')
  return {
    text: isWindows && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text,
    bom: before.bom && !text.startsWith('\uFEFF'),
  }
}
