import { UTF_8 } from '../../text/encoding/codec.ts'
import { MARK, newText, type Text } from '../../text/encoding/decode-text.ts'
import { encodeText } from '../../text/encoding/encode-text.ts'
import { applyTransaction, type FileChange } from '../change/transaction.ts'
import { type EditContext, findPointerProblem, findSizeProblem } from '../files/edit-context.ts'
import { findCharset, readText } from '../files/read-text.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { noteMixedEnds, unpublishedNote } from './change-notes.ts'
import { describeElision, findElision } from './elision.ts'
import { splitLines } from './match/lines.ts'
import { findUnwritable } from './replace-text.ts'

/** Writes a complete file, with the folders it needs. */
export async function writeFile(editing: EditContext, path: string, text: string): Promise<ToolResult> {
  const lookup = await editing.locate(path)
  if (!lookup.ok) return refused(lookup.problem)
  const { file } = lookup
  const before = await readBefore(editing, file)
  if ('problem' in before) return refused(before.problem)
  const composed = composeFile(editing, file, text, before.text)
  if (!composed.ok) return refused(composed.problem)
  const { change } = composed
  const isNew = change.kind === 'create'
  const verb = isNew ? 'Created' : 'Replaced all of'
  const [made, replaced] = isNew ? [[file.path], []] : [[], [file.path]]
  let more = ''
  await applyTransaction(editing, [change], async () => {
    more = await unpublishedNote(editing, { made, replaced })
  })
  editing.readFiles.noteWritten(file.absolute, change.bytes)
  const { codec } = before.text
  const ends = noteMixedEnds(likeBefore(text, before.text), before.text)
  const encoding = codec === UTF_8 ? '' : ` in ${codec.name}`
  return done(`${verb} ${file.path} (${change.bytes.length} bytes${encoding}).${ends}${more}`)
}

export type ComposedFile =
  | { readonly ok: true; readonly change: Extract<FileChange, { kind: 'create' | 'replace' }> }
  | { readonly ok: false; readonly problem: string }

/**
 * The change that gives a file a new text. It keeps the mode, the encoding, the byte order mark and, if all lines end with
 * CRLF, the line ends of the text `before`: models write LF whatever the file has. Pure.
 */
export function composeFile(
  editing: Pick<EditContext, 'isForeign' | 'maxBytes'>,
  file: ResolvedPath,
  text: string,
  before: Text,
): ComposedFile {
  const unwritable = findUnwritable(text, `${file.path}: the text`)
  if (unwritable !== null) return { ok: false, problem: unwritable }
  const omission = findElision(text, before.text)
  if (omission !== null) return { ok: false, problem: `${file.path}: ${describeElision(omission)}` }
  if (!before.text.isWellFormed()) return { ok: false, problem: `${file.path} ${describeLoss(before)}` }
  const encoded = encodeText(before, likeBefore(text, before))
  if (!encoded.ok) return { ok: false, problem: `${file.path} ${encoded.problem}.` }
  const { bytes } = encoded
  const problem = findSizeProblem(editing, file.path, { size: bytes.length })
  if (problem !== null) return { ok: false, problem }
  return { ok: true, change: { kind: file.stats === null ? 'create' : 'replace', file, bytes } }
}

const describeLoss = ({ codec }: Text): string =>
  `has bytes that are no characters in ${codec.name}, which would be lost. Change parts of it with edit.`

type Before = { readonly text: Text } | { readonly problem: string }

/** A file that does not exist yet, in the encoding that `.editorconfig` gives it. */
export const openNew = async ({ root }: EditContext, { absolute }: ResolvedPath): Promise<Text> =>
  newText(await findCharset(root, absolute))

/** The content of a file that is to be replaced. The model must know all of it, since all of it would be lost. */
export async function readBefore(editing: EditContext, file: ResolvedPath): Promise<Before> {
  const { root, readFiles } = editing
  if (file.stats === null) return { text: await openNew(editing, file) }
  if (file.stats.isDirectory()) return { problem: `${file.path} is a folder. Name a file.` }
  const loaded = await readText(root, file)
  if (!loaded.ok && loaded.isEncrypted) return loaded
  if (!loaded.ok) return { problem: `${loaded.problem} To put another file in its place, delete it first.` }
  const pointer = findPointerProblem(file.path, loaded.bytes)
  if (pointer !== null) return { problem: pointer }
  const knowledge = loaded.bytes.length === 0 ? 'whole' : readFiles.knowledgeOf(file.absolute, loaded.bytes)
  switch (knowledge) {
    case 'whole':
      return { text: loaded.text }
    case 'part':
      return {
        problem: `${file.path} exists, and you have read only a part of it. Read the rest first, or use edit.`,
      }
    case 'unread':
      return { problem: `${file.path} exists already. Read it first, then write it or, better, edit it.` }
    case 'changed':
      return { problem: `${file.path} has changed since you read it, and not by you. Read it again first.` }
  }
}

function likeBefore(text: string, before: Text): string {
  const ends = splitLines(before.text).ends.slice(0, -1)
  const isWindows = ends.length > 0 && ends.every((end) => end === '\r\n')
  const bare = before.bom && text.startsWith(MARK) ? text.slice(1) : text
  return isWindows && !bare.includes('\r') ? bare.replaceAll('\n', '\r\n') : bare
}
