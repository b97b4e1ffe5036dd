import type { Context } from 'hono'
import { isEnded } from '../../../domain/run-state-machine.ts'
import { drawDiff, drawWholeFile } from '../diff/draw-diff.ts'
import { splitPatch } from '../diff/split-patch.ts'
import { type Html, html } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { PageError } from '../frame/page-error.ts'
import { linkTo, type View } from '../frame/view.ts'
import { jobPath } from './draw-overview.ts'
import type { JobDiff } from './read-diff.ts'
import type { JobPage } from './read-job-page.ts'

/** The changes of a job, file by file. */
export async function drawDiffTab(
  view: View,
  page: JobPage,
  diff: JobDiff,
  only: number | null,
): Promise<Html> {
  if (diff.kind === 'none')
    return blank(
      'There are no changes to show',
      isEnded(page.job.run)
        ? 'The job has changed no file, or its branch was deleted.'
        : 'The changes appear here when the run has pushed its branch.',
    )
  if (diff.kind === 'unavailable')
    return blank('There are no changes to show', 'GitHub does not respond right now. Try again in a moment.')
  const files = await splitPatch(diff.patch)
  if (files.length === 0)
    return blank('There are no changes to show', 'The job has changed no file, or its branch was deleted.')
  const about =
    diff.kind === 'saved'
      ? 'The saved patch of the run. It is not on GitHub.'
      : `What ${diff.head} changes compared with ${diff.base}, as GitHub shows it.`
  const raw = linkTo(view, jobPath(page, '/patch'))
  const shown =
    only === null
      ? await drawDiff(view, files, ({ number }) => linkTo(view, jobPath(page, `/diff?file=${number}`)))
      : html`<div class="diff">${await fileOf(view, diff.patch, only)}</div>`
  return html`<div class="row diff-head"><p class="muted">${about}</p><a class="button button-small end" href="${raw}" download>${icon('download')}Raw patch</a></div>${shown}`
}

/** One file of a patch. */
export async function fileOf(view: View, patch: string, number: number): Promise<Html> {
  const file = (await splitPatch(patch)).find((one) => one.number === number)
  if (file === undefined)
    throw new PageError(404, 'The changes no longer contain this file. Load the page again.')
  return drawWholeFile(view, file)
}

const blank = (title: string, text: string): Html =>
  html`<div class="blank">${icon('file-diff')}<h2>${title}</h2><p class="muted">${text}</p></div>`

/** `null`: the parameter is absent or no number. */
export function numberIn(c: Context, name: string): number | null {
  const given = c.req.query(name) ?? ''
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : null
}
