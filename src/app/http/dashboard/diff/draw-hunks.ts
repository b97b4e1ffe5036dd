import { parse } from 'diff2html'
import { diffHighlight } from 'diff2html/lib/render-utils.js'
import type { DiffBlock, DiffFile, DiffLine } from 'diff2html/lib/types.js'
import { type Html, html, join, raw } from '../frame/html.ts'

/** What one request draws of one file: about 20 ms of work. */
const MOST_LINES = 2_000
const MOST_LENGTH = 512 * 1024
/** A longer line is cut, before the parser reads it: the time that its patterns take grows with the square of a line. */
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
}

/** The changed lines of a file, as rows of a table. `text`: its part of a patch, of any author. */
export function drawHunks(text: string): DrawnFile {
  const shown = cut(text)
  const [file] = parse(shown.replace(LONG_LINE, '$1…'), { matching: 'none' })
  const effort = { left: MOST_COMPARED }
  const rows = file === undefined ? [] : file.blocks.map((block) => drawBlock(block, effort))
  return { rows: join(rows), isCut: shown !== text, isBinary: isBinary(file, text) }
}

const isBinary = (file: DiffFile | undefined, text: string): boolean =>
  file?.isBinary === true || /^(?:GIT binary patch|Binary files .* differ)$/m.test(text.slice(0, 4_000))

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

const drawBlock = (block: DiffBlock, effort: Effort): Html =>
  html`<tr class="hunk"><td colspan="3">${block.header}</td></tr>${drawLines(block.lines, effort)}`

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

function takeWhile(lines: readonly DiffLine[], from: number, type: string): DiffLine[] {
  let to = from
  while (to < lines.length && String(lines[to]?.type) === type) to++
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

function row({ type, oldNumber, newNumber, content }: DiffLine, compared: Html | null): Html {
  const kind = String(type)
  const sign = kind === 'insert' ? '+' : kind === 'delete' ? '-' : ' '
  return html`<tr class="${kind}"><td class="n">${oldNumber ?? ''}</td><td class="n">${newNumber ?? ''}</td><td class="code"><span class="sign">${sign}</span>${compared ?? content.slice(1)}</td></tr>`
}
