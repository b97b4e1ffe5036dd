import { parse } from 'diff2html'
import { diffHighlight } from 'diff2html/lib/render-utils.js'
import type { DiffBlock, DiffFile, DiffLine } from 'diff2html/lib/types.js'
import { type Html, html, join, raw } from '../frame/html.ts'

/** What one request draws of one file: about 20 ms of work. */
const MOST_LINES = 2_000
const MOST_LENGTH = 512 * 1024
/** A longer line is cut. */
const LINE_LENGTH = 2_000
/** Words are compared in lines that are not longer. */
const COMPARED_LENGTH = 300

export interface DrawnFile {
  readonly rows: Html
  /** True: the file has more lines. */
  readonly isCut: boolean
  readonly isBinary: boolean
}

/** The changed lines of a file, as rows of a table. `text`: its part of a patch, whoever wrote it. */
export function drawHunks(text: string): DrawnFile {
  const shown = cut(text)
  const [file] = parse(shown, { matching: 'none' })
  const rows = file === undefined ? [] : file.blocks.map(drawBlock)
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

const drawBlock = (block: DiffBlock): Html =>
  html`<tr class="hunk"><td colspan="3">${block.header.slice(0, LINE_LENGTH)}</td></tr>${drawLines(block.lines)}`

/** Deleted lines with the added ones that follow them: their words are compared, in order. */
function drawLines(lines: readonly DiffLine[]): Html {
  const rows: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const deleted = takeWhile(lines, at, 'delete')
    const added = takeWhile(lines, at + deleted.length, 'insert')
    if (deleted.length + added.length === 0) {
      const line = lines[at++]
      if (line !== undefined) rows.push(row(line, null))
      continue
    }
    const pairs = deleted.map((line, i) => compare(line, added[i]))
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
): { readonly before: Html; readonly after: Html } | null {
  if (added === undefined) return null
  if (deleted.content.length > COMPARED_LENGTH || added.content.length > COMPARED_LENGTH) return null
  const { oldLine, newLine } = diffHighlight(deleted.content, added.content, false)
  return { before: raw(oldLine.content), after: raw(newLine.content) }
}

function row({ type, oldNumber, newNumber, content }: DiffLine, compared: Html | null): Html {
  const kind = String(type)
  const sign = kind === 'insert' ? '+' : kind === 'delete' ? '-' : ' '
  const text = content.slice(1)
  const shown = compared ?? (text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH)}…` : text)
  return html`<tr class="${kind}"><td class="n">${oldNumber ?? ''}</td><td class="n">${newNumber ?? ''}</td><td class="code"><span class="sign">${sign}</span>${shown}</td></tr>`
}
