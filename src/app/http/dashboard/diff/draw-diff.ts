import { setImmediate as nextTurn } from 'node:timers/promises'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { View } from '../frame/view.ts'
import { drawHunks } from './draw-hunks.ts'
import type { PatchFile } from './patch.ts'

/** Maximum number of files on a page, as on GitHub: https://docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits */
const MOST_FILES = 3_000
/** Folded files that are drawn in one turn of the event loop. */
const FOLDED_IN_TURN = 50

/** Files of a diff. `linkOf`: where one file is shown alone. Lets other work run between two files. */
export async function drawDiff(
  view: View,
  files: readonly PatchFile[],
  linkOf: (file: PatchFile) => string,
): Promise<Html> {
  const drawn: Html[] = []
  for (const file of planDiff(files.slice(0, MOST_FILES))) {
    drawn.push(drawFile(view, file, linkOf))
    if (!file.isFolded || file.number % FOLDED_IN_TURN === 0) await nextTurn()
  }
  const rest = files.length - drawn.length
  const sum = (name: 'additions' | 'deletions') => files.reduce((all, file) => all + file[name], 0)
  return html`<p class="diff-sum">${icon('file-diff')} Files: ${number(view, files.length)} ${counts(view, sum('additions'), sum('deletions'))}</p>
<div class="diff">${join(drawn)}</div>${rest === 0 ? NOTHING : html`<p class="diff-folded muted">Files that are not shown: ${number(view, rest)}. Download the raw patch, or see them on GitHub.</p>`}`
}

function drawFile(view: View, file: PlannedFile, linkOf: (file: PatchFile) => string): Html {
  const body = file.isFolded
    ? html`<p class="diff-folded"><a class="button button-small" href="${linkOf(file)}" hx-nonce="${view.nonce}" hx-get="${linkOf(file)}" hx-target="#file-${file.number}" hx-swap="outerHTML" data-failed="The file could not be loaded. Try again.">Show this file</a> <span class="muted">${number(view, file.lines)} lines</span></p>`
    : drawBody(file)
  return frame(view, file, body)
}

/** One file of any size; only the beginning of a very long one. */
export const drawWholeFile = (view: View, file: PatchFile): Html => frame(view, file, drawBody(file))

function frame(view: View, file: PatchFile, body: Html): Html {
  const path = withoutHiddenCharacters(file.path)
  return html`<details class="diff-file" id="file-${file.number}" open><summary>${icon('chevron-right')}<code>${path}</code><span class="end">${counts(view, file.additions, file.deletions)}</span></summary>${body}</details>`
}

function counts(view: View, additions: number, deletions: number): Html {
  return html`<span class="diff-counts"><span class="added">+${number(view, additions)}<span class="visually-hidden"> additions</span></span> <span class="deleted">−${number(view, deletions)}<span class="visually-hidden"> deletions</span></span></span>`
}

function drawBody(file: PatchFile): Html {
  const { rows, isCut, isBinary, isBroken } = drawHunks(file.text)
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
