import { setImmediate as nextTurn } from 'node:timers/promises'
import { diffHighlight } from 'diff2html/lib/render-utils.js'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { createPatchReader } from '../../../domain/patch-reader.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, raw } from '../frame/html.ts'
import type { View } from '../frame/view.ts'
import type { PatchFile } from './patch.ts'

/** Maximum number of files on a page, as on GitHub: https://docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits */
const MOST_FILES = 3_000
/** Folded files that are drawn in one turn of the event loop. */
const FOLDED_IN_TURN = 50

/** Files of a diff. `linkOf`: where one file is shown alone. Lets other work run meanwhile. */
export async function drawDiff(
  view: View,
  files: readonly PatchFile[],
  linkOf: (file: PatchFile) => string,
): Promise<Html> {
  const drawn: Html[] = []
  for (const file of planDiff(files.slice(0, MOST_FILES))) {
    drawn.push(await drawFile(view, file, linkOf))
    if (!file.isFolded || file.number % FOLDED_IN_TURN === 0) await nextTurn()
  }
  const rest = files.length - drawn.length
  const sum = (name: 'additions' | 'deletions') => files.reduce((all, file) => all + file[name], 0)
  return html`<p class="diff-sum">${icon('file-diff')} Files: ${number(view, files.length)} ${counts(view, sum('additions'), sum('deletions'))}</p>
<div class="diff">${join(drawn)}</div>${rest === 0 ? NOTHING : html`<p class="diff-folded muted">Files that are not shown: ${number(view, rest)}. Download the raw patch, or see them on GitHub.</p>`}`
}

async function drawFile(view: View, file: PlannedFile, linkOf: (file: PatchFile) => string): Promise<Html> {
  const body = file.isFolded
    ? html`<p class="diff-folded"><a class="button button-small" href="${linkOf(file)}" hx-nonce="${view.nonce}" hx-get="${linkOf(file)}" hx-target="#file-${file.number}" hx-swap="outerHTML" data-failed="The file could not be loaded. Try again.">Show this file</a> <span class="muted">${number(view, file.lines)} lines</span></p>`
    : await drawBody(file)
  return frame(view, file, body)
}

/** One file of any size; only the beginning of a very long one. */
export const drawWholeFile = async (view: View, file: PatchFile): Promise<Html> =>
  frame(view, file, await drawBody(file))

function frame(view: View, file: PatchFile, body: Html): Html {
  const path = withoutHiddenCharacters(file.path)
  return html`<details class="diff-file" id="file-${file.number}" open><summary>${icon('chevron-right')}<code>${path}</code><span class="end">${counts(view, file.additions, file.deletions)}</span></summary>${body}</details>`
}

function counts(view: View, additions: number, deletions: number): Html {
  return html`<span class="diff-counts"><span class="added">+${number(view, additions)}<span class="visually-hidden"> additions</span></span> <span class="deleted">−${number(view, deletions)}<span class="visually-hidden"> deletions</span></span></span>`
}

async function drawBody(file: PatchFile): Promise<Html> {
  const { rows, isCut, isBinary, isBroken } = await drawHunks(file.text)
  const broken = isBroken
    ? html`<p class="diff-folded muted">This patch is damaged here, so the rest of this file is not shown. Download the raw patch.</p>`
    : NOTHING
  if (isBroken && String(rows) === '') return broken
  if (isBinary || file.additions + file.deletions === 0)
    return html`<p class="diff-folded muted">No changed lines: the file is binary, or only its name or mode changed.</p>`
  const label = `Changes in ${withoutHiddenCharacters(file.path)}`
  return html`<div class="diff-scroll" role="region" tabindex="0" aria-label="${label}"><table class="diff-table"><tbody>${rows}</tbody></table></div>${isCut ? html`<p class="diff-folded muted">The rest of this file is not shown. Download the raw patch, or open the file on GitHub.</p>` : NOTHING}${broken}`
}

/** How much of a diff a page shows. The rest is folded: a person opens what they want to read. */
const LINES_OF_PAGE = 2_000
const LINES_OF_FILE = 400
const LENGTH_OF_PAGE = 256 * 1024
const LENGTH_OF_FILE = 64 * 1024

type PlannedFile = PatchFile & { readonly isFolded: boolean }

/** Which files are open, so that a page takes little time for a diff of any size. Pure. */
export function planDiff(files: readonly PatchFile[]): PlannedFile[] {
  let lines = LINES_OF_PAGE
  let length = LENGTH_OF_PAGE
  return files.map((file) => {
    const isSmall = file.lines <= LINES_OF_FILE && file.text.length <= LENGTH_OF_FILE
    const isFolded = !isSmall || file.lines > lines || file.text.length > length
    if (!isFolded) {
      lines -= file.lines
      length -= file.text.length
    }
    return { ...file, isFolded }
  })
}

/** What one request draws of one file: up to 100 ms of work. */
const MOST_LINES = 2_000
const MOST_LENGTH = 512 * 1024
/** A longer line is cut. */
const LINE_LENGTH = 2_000
const LONG_LINE = new RegExp(`^(.{${LINE_LENGTH}}).+$`, 'gm')
/** Words are compared in lines that are not longer. */
const COMPARED_LENGTH = 300
/** The square of so many differing words is compared in one file, which takes about 20 ms. */
const MOST_COMPARED = 200_000
/** Rows that are drawn in one turn of the event loop: a few milliseconds, without comparisons of many words. */
const ROWS_IN_TURN = 50

export interface DrawnFile {
  readonly rows: Html
  /** True: the file has more lines. */
  readonly isCut: boolean
  readonly isBinary: boolean
  /** True: its hunks are damaged, and only those before the damage are drawn. */
  readonly isBroken: boolean
}

/** The changed lines of a file, as rows of a table. `text`: its part of a patch, of any author. Lets other work run meanwhile. */
export async function drawHunks(text: string): Promise<DrawnFile> {
  const shown = cut(text)
  const { hunks, isBroken } = readHunks(shown.replace(LONG_LINE, '$1…'))
  const effort = { left: MOST_COMPARED, rows: 0 }
  const rows: Html[] = []
  for (const hunk of hunks) rows.push(await drawHunk(hunk, effort))
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

interface Effort {
  /** How much may still be compared in the file. */
  left: number
  /** How many rows were drawn or compared. */
  rows: number
}

/** Before each row. */
const pause = (effort: Effort): Promise<void> | undefined =>
  ++effort.rows % ROWS_IN_TURN === 0 ? nextTurn() : undefined

async function drawHunk({ header, lines }: Hunk, effort: Effort): Promise<Html> {
  await pause(effort)
  return html`<tr class="hunk"><td colspan="3">${header}</td></tr>${await drawLines(lines, effort)}`
}

/** Deleted lines with the added ones that follow them: their words are compared, in order. */
async function drawLines(lines: readonly DiffLine[], effort: Effort): Promise<Html> {
  const rows: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const deleted = takeWhile(lines, at, 'delete')
    const added = takeWhile(lines, at + deleted.length, 'insert')
    if (deleted.length + added.length === 0) {
      const line = lines[at++]
      await pause(effort)
      if (line !== undefined) rows.push(row(line, null))
      continue
    }
    const addedRows: Html[] = []
    for (let i = 0; i < Math.max(deleted.length, added.length); i++) {
      await pause(effort)
      const [before, after] = [deleted[i], added[i]]
      const compared = compare(before, after, effort)
      if (before !== undefined) rows.push(row(before, compared?.before ?? null))
      if (after !== undefined) addedRows.push(row(after, compared?.after ?? null))
    }
    rows.push(...addedRows)
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
  deleted: DiffLine | undefined,
  added: DiffLine | undefined,
  effort: Effort,
): { readonly before: Html; readonly after: Html } | null {
  if (deleted === undefined || added === undefined) return null
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
