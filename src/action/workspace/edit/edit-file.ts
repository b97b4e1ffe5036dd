import { setImmediate } from 'node:timers/promises'
import { encodeText } from '../../text/encoding/encode-text.ts'
import { applyTransaction } from '../change/transaction.ts'
import { type EditContext, findSizeProblem, loadToChange } from '../files/edit-context.ts'
import { isLarge, limitAfterEdit, SIZE_LIMIT } from '../files/read-text.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { noteLoneCr, showChange, unpublishedNote } from './change-notes.ts'
import { describeElision, findElision } from './elision.ts'
import type { LastLine } from './match/replacement.ts'
import { describeLevel, nameLines, type ReplaceResult, replaceText, type TextEdit } from './replace-text.ts'

/** As many as the largest file has characters: each edit alone may change all of them. */
const MAX_PLACES = SIZE_LIMIT
const TOO_MANY = `the edits change more than ${MAX_PLACES} places in all. Make fewer of them in one call.`

/** Makes edits of one file, each on the result of those before it, or none of them. All other bytes stay. */
export async function editFile(
  editing: EditContext,
  path: string,
  edits: readonly TextEdit[],
): Promise<ToolResult> {
  const located = await editing.locate(path)
  if (!located.ok) return refused(located.problem)
  const { file } = located
  const loaded = await loadToChange(editing, file)
  if (!loaded.ok) return refused(loaded.problem)
  const exactOnly = editing.readFiles.knowledgeOf(file.absolute, loaded.bytes) === 'unread'
  const options = { exactOnly, isLarge: isLarge(loaded.bytes) }
  const limit = limitAfterEdit(loaded.bytes)
  const reports: string[] = []
  const { endsWithCr } = loaded.text
  let { text } = loaded.text
  let places = 0
  for (const [index, edit] of edits.entries()) {
    const refuse = (problem: string) => {
      const which =
        edits.length === 1 ? '' : `edit ${index + 1} of ${edits.length}, and nothing was changed: `
      return refused(`${file.path}: ${which}${problem}`)
    }
    const omission = findElision(edit.new, edit.old)
    if (omission !== null) return refuse(describeElision(omission))
    const replaced = replaceText(text, endsWithCr ? withLf(edit) : edit, options)
    if (!replaced.ok) return refuse(replaced.problem)
    places += replaced.lines.length
    if (places > MAX_PLACES) return refuse(TOO_MANY)
    reports.push(describeEdit(file.path, replaced, noteLoneCr(edit.new, edit.old, loaded.text)))
    text = replaced.text
    // The next edit could make it longer than a string can be.
    if (text.length > limit) break
    // Edits may take long; this lets a cancel in between.
    await setImmediate()
  }
  const encoded = encodeText(loaded.text, text)
  if (!encoded.ok) return refused(`${file.path} ${encoded.problem}.`)
  const { bytes } = encoded
  const problem = findSizeProblem(editing, file.path, { size: bytes.length, limit })
  if (problem !== null) return refused(problem)
  await applyTransaction(editing, [{ kind: 'replace', file, bytes }])
  editing.readFiles.noteEdited(file.absolute, bytes)
  return done(reports.join('\n') + (await unpublishedNote(editing, { made: [], replaced: [file.path] })))
}

/** Of a file whose lines end with CR, where LF stands for it. */
const withLf = (edit: TextEdit): TextEdit => ({
  ...edit,
  old: edit.old.replaceAll(/\r\n?/g, '\n'),
  new: edit.new.replaceAll(/\r\n?/g, '\n'),
})

type Made = Extract<ReplaceResult, { ok: true }>

function describeEdit(path: string, made: Made, endNote: string): string {
  const { level, lines, lastLine, text, ranges } = made
  const where = nameLines(lines)
  const what =
    lines.length === 1
      ? `Replaced in ${path} at ${where}`
      : `Replaced ${lines.length} matches in ${path}, at ${where}`
  const note = describeLastLine(lastLine) + describeRemoval(made) + endNote
  if (level === 'exact') return `${what}.${note}`
  return `${what}, where ${describeLevel(level)}.${note} It reads now:\n${showChange(text, ranges)}`
}

function describeLastLine(lastLine: LastLine): string {
  switch (lastLine) {
    case 'no match':
      return ''
    case 'matched':
      return ' The last match had no line end, and none was added.'
    case 'left':
      return ' The file ends with the same text, but without a line end; that was left, since you have not read the file.'
  }
}

function describeRemoval({ removesLines, lines }: Made): string {
  if (!removesLines) return ''
  return lines.length === 1
    ? ' The line end was removed, too.'
    : ' Where `old` was a whole line, its line end was removed, too.'
}
