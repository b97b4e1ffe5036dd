import { setImmediate } from 'node:timers/promises'
import { applyChanges } from './apply-changes.ts'
import { type Attempt, done, refused } from './attempt.ts'
import { encodeText } from './decode-text.ts'
import { type Editing, loadToChange, nameTooLarge } from './editing.ts'
import { describeOmission, findOmission } from './find-omission.ts'
import { SIZE_LIMIT } from './load-text.ts'
import { describeStep, nameLines, type Replaced, type Replacement, replaceText } from './replace-text.ts'
import { showChange } from './show-change.ts'
import type { LastLine } from './wanted.ts'

/** As many as the largest file has characters: each edit alone may change all of them. */
const MOST_PLACES = SIZE_LIMIT
const TOO_MANY = `the edits change more than ${MOST_PLACES} places in all. Make fewer of them in one call.`

/** Makes edits of one file, each on what those before it left, or none of them. All other bytes of the file stay. */
export async function editFile(
  editing: Editing,
  path: string,
  edits: readonly Replacement[],
): Promise<Attempt> {
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
    const omission = findOmission(edit.new, edit.old)
    if (omission !== null) return refuse(describeOmission(omission))
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
  await applyChanges(editing.root, [{ kind: 'replace', place, bytes }])
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
