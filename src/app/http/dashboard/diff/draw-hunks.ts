import { diffHighlight } from 'diff2html/lib/render-utils.js'
import { createPatchReader } from '../../../domain/patch-reader.ts'
import { type Html, html, join, raw } from '../frame/html.ts'

/** What one request draws of one file: about 20 ms of work. */
const MOST_LINES = 2_000
const MOST_LENGTH = 512 * 1024
/** A longer line is cut. */
const LINE_LENGTH = 2_000
const LONG_LINE = new RegExp(`^(.{${LINE_LENGTH}}).+$`, 'gm')
/** Words are compared in lines that are not longer. */
const COMPARED_LENGTH = 300
/** The square of so many differing words is compared in one file, which takes about 20 ms. */
const MOST_COMPARED = 200_000

export interface DrawnFile {
  readonly rows: Html
  /** True: the file has more lines. */
  readonly isCut: boolean
  readonly isBinary: boolean
  /** True: its hunks are damaged, and only those before the damage are drawn. */
  readonly isBroken: boolean
}

/** The changed lines of a file, as rows of a table. `text`: its part of a patch, of any author. */
export function drawHunks(text: string): DrawnFile {
  const shown = cut(text)
  const { hunks, isBroken } = readHunks(shown.replace(LONG_LINE, '$1…'))
  const effort = { left: MOST_COMPARED }
  const rows = hunks.map((hunk) => drawHunk(hunk, effort))
  return { rows: join(rows), isCut: shown !== text, isBinary: isBinary(text), isBroken }
}

const isBinary = (text: string): boolean =>
  /^(?:GIT binary patch|Binary files .* differ)$/m.test(text.slice(0, 4_000))

interface DiffLine {
  readonly kind: 'insert' | 'delete' | 'context'
  readonly oldNumber: number | null
  readonly newNumber: number | null
  /** With its sign. */
  readonly content: string
}

interface Hunk {
  readonly header: string
  readonly lines: DiffLine[]
}

/** Up to the first line that no patch of git has. */
function readHunks(text: string): { readonly hunks: readonly Hunk[]; readonly isBroken: boolean } {
  const reader = createPatchReader()
  const hunks: Hunk[] = []
  let [oldNumber, newNumber] = [0, 0]
  for (const written of text.split('\n')) {
    const content = written.replaceAll('\r', '')
    const line = reader.read(written)
    switch (line.kind) {
      case 'broken':
        return { hunks, isBroken: true }
      case 'hunk':
        ;[oldNumber, newNumber] = [line.oldStart, line.newStart]
        hunks.push({ header: content, lines: [] })
        break
      case 'insert':
        hunks.at(-1)?.lines.push({ kind: 'insert', oldNumber: null, newNumber: newNumber++, content })
        break
      case 'delete':
        hunks.at(-1)?.lines.push({ kind: 'delete', oldNumber: oldNumber++, newNumber: null, content })
        break
      case 'context':
        hunks.at(-1)?.lines.push({ kind: 'context', oldNumber: oldNumber++, newNumber: newNumber++, content })
        break
      case 'file':
      case 'other':
        break
    }
  }
  return { hunks, isBroken: false }
}

/** The beginning of a long diff, in whole lines. */
function cut(text: string): string {
  let end = 0
  for (let lines = 0; lines < MOST_LINES && end < text.length; lines++) {
    const next = text.indexOf('\n', end)
    const after = next < 0 ? text.length : next + 1
    if (after > MOST_LENGTH) break
    end = after
  }
  // One line alone is too long.
  if (end === 0) return text.slice(0, MOST_LENGTH)
  return end === text.length ? text : text.slice(0, end)
}

/** How much may still be compared in a file. */
interface Effort {
  left: number
}

const drawHunk = ({ header, lines }: Hunk, effort: Effort): Html =>
  html`<tr class="hunk"><td colspan="3">${header}</td></tr>${drawLines(lines, effort)}`

/** Deleted lines with the added ones that follow them: their words are compared, in order. */
function drawLines(lines: readonly DiffLine[], effort: Effort): Html {
  const rows: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const deleted = takeWhile(lines, at, 'delete')
    const added = takeWhile(lines, at + deleted.length, 'insert')
    if (deleted.length + added.length === 0) {
      const line = lines[at++]
      if (line !== undefined) rows.push(row(line, null))
      continue
    }
    const pairs = deleted.map((line, i) => compare(line, added[i], effort))
    deleted.forEach((line, i) => {
      rows.push(row(line, pairs[i]?.before ?? null))
    })
    added.forEach((line, i) => {
      rows.push(row(line, pairs[i]?.after ?? null))
    })
    at += deleted.length + added.length
  }
  return join(rows)
}

function takeWhile(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): DiffLine[] {
  let to = from
  while (to < lines.length && lines[to]?.kind === kind) to++
  return lines.slice(from, to)
}

/** Escaped by diff2html, with `<del>` and `<ins>` around the words that differ. `null`: not compared. */
function compare(
  deleted: DiffLine,
  added: DiffLine | undefined,
  effort: Effort,
): { readonly before: Html; readonly after: Html } | null {
  if (added === undefined) return null
  if (deleted.content.length > COMPARED_LENGTH || added.content.length > COMPARED_LENGTH) return null
  effort.left -= countDiffering(deleted.content.slice(1), added.content.slice(1)) ** 2
  if (effort.left < 0) return null
  const { oldLine, newLine } = diffHighlight(deleted.content, added.content, false)
  if (isMostlyMarked(oldLine.content) && isMostlyMarked(newLine.content)) return null
  return { before: raw(oldLine.content), after: raw(newLine.content) }
}

/** Two lines that have little in common are no change of one line: marks would only distract. */
function isMostlyMarked(line: string): boolean {
  const marked = [...line.matchAll(/<(del|ins)>(.*?)<\/\1>/g)].reduce(
    (sum, [, , text = '']) => sum + text.length,
    0,
  )
  return marked > 0.6 * line.replace(/<\/?(?:del|ins)>/g, '').length
}

/** Words of two lines between what is the same at their beginnings and at their ends. Pure. */
function countDiffering(one: string, other: string): number {
  const [before, after] = [wordsOf(one), wordsOf(other)]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return before.length + after.length - 2 * (start + end)
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? []

function row({ kind, oldNumber, newNumber, content }: DiffLine, compared: Html | null): Html {
  const sign = kind === 'insert' ? '+' : kind === 'delete' ? '-' : ' '
  return html`<tr class="${kind}"><td class="n">${oldNumber ?? ''}</td><td class="n">${newNumber ?? ''}</td><td class="code"><span class="sign">${sign}</span>${compared ?? content.slice(1)}</td></tr>`
}
