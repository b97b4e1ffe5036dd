import { setImmediate } from 'node:timers/promises'
import { applyTransaction } from '../change/transaction.ts'
import { type EditContext, loadToChange, nameTooLarge } from '../files/edit-context.ts'
import { SIZE_LIMIT } from '../files/read-text.ts'
import { encodeText } from '../files/text-encoding.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { describeElision, findElision } from './elision.ts'
import type { LastLine } from './match/replacement.ts'
import { describeStep, nameLines, type Replaced, type ReplaceResult, replaceText } from './replace-text.ts'
import { showChange } from './show-change.ts'

/** As many as the largest file has characters: each edit alone may change all of them. */
const MOST_PLACES = SIZE_LIMIT
const TOO_MANY = `the edits change more than ${MOST_PLACES} places in all. Make fewer of them in one call.`

/** Makes edits of one file, each on what those before it left, or none of them. All other bytes of the file stay. */
export async function editFile(
  editing: EditContext,
  path: string,
  edits: readonly ReplaceResult[],
): Promise<ToolResult> {
  const located = await editing.locate(path)
  if (!located.ok) return refused(located.problem)
  const { place } = located
  const loaded = await loadToChange(editing, place)
  if (!loaded.ok) return refused(loaded.problem)
  const exactOnly = editing.known.judge(place.absolute, loaded.bytes) === 'unread'
  const made: (Replaced & { ok: true })[] = []
  let { text } = loaded.text
  let places = 0
  for (const [index, edit] of edits.entries()) {
    const refuse = (problem: string) => {
      const which =
        edits.length === 1 ? '' : `edit ${index + 1} of ${edits.length}, and nothing was changed: `
      return refused(`${place.path}: ${which}${problem}`)
    }
    const omission = findElision(edit.new, edit.old)
    if (omission !== null) return refuse(describeElision(omission))
    const replaced = replaceText(text, edit, { exactOnly })
    if (!replaced.ok) return refuse(replaced.problem)
    places += replaced.lines.length
    if (places > MOST_PLACES) return refuse(TOO_MANY)
    made.push(replaced)
    text = replaced.text
    // Not only is it too large already: the next edit could make it longer than a string can be.
    if (text.length > SIZE_LIMIT) return refused(nameTooLarge(place.path, Buffer.byteLength(text)))
    // Between edits that take their time, a cancel has to be heard.
    await setImmediate()
  }
  const bytes = encodeText({ text, bom: loaded.text.bom })
  if (bytes.length > SIZE_LIMIT) return refused(nameTooLarge(place.path, bytes.length))
  await applyTransaction(editing.root, [{ kind: 'replace', place, bytes }])
  editing.known.noteEdited(place.absolute, bytes)
  return done(made.map((one) => describeEdit(place.path, one)).join('\n'))
}

function describeEdit(
  path: string,
  { step, lines, lastLine, text, ranges }: Replaced & { ok: true },
): string {
  const where = nameLines(lines)
  const what =
    lines.length === 1
      ? `Replaced in ${path} at ${where}`
      : `Replaced ${lines.length} matches in ${path}, at ${where}`
  const told = describeLastLine(lastLine)
  if (step === 'exact') return `${what}.${told}`
  return `${what}, where ${describeStep(step)}.${told} It reads now:\n${showChange(text, ranges)}`
}

function describeLastLine(lastLine: LastLine): string {
  switch (lastLine) {
    case 'no match':
      return ''
    case 'matched':
      return ' The last one had no line end and got none.'
    case 'left':
      return ' The file ends with the same text, but without a line end; that was left, since you have not read the file.'
  }
}
