import type { AnswerUsage, Usage } from '../../../../contract/run.ts'
import { isEnded } from '../../../domain/run.ts'
import type { RunHistory } from '../../../job-store/run-history.ts'
import { duration, money, number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import { PageError } from '../frame/respond.ts'
import { linkTo, type View } from '../frame/view.ts'
import { drawDiff, drawWholeFile } from './draw-diff.ts'
import { jobPath } from './job-page.ts'
import { splitPatch } from './patch.ts'
import type { JobDiff, JobPage } from './read-job.ts'

/** Tokens and cost of each run, and of each step of it. */
export function drawUsageTab(view: View, history: readonly RunHistory[]): Html {
  const used = history.filter(({ run }) => run.usage !== null)
  if (used.length === 0)
    return html`<div class="blank">${icon('graph')}<h2>No usage was reported yet</h2></div>`
  const all = used.flatMap(({ run }) => run.usage ?? [])
  const total = html`<tr class="total"><th scope="row">All runs</th><td></td><td class="number">${number(view, sumOf(all, 'steps'))}</td>${counts(
    view,
    {
      inputTokens: sumOf(all, 'inputTokens'),
      cachedInputTokens: sumOf(all, 'cachedInputTokens'),
      outputTokens: sumOf(all, 'outputTokens'),
      costUsd: all.some(({ costUsd }) => costUsd === null)
        ? null
        : all.reduce((sum, one) => sum + (one.costUsd ?? 0), 0),
    },
  )}</tr>`
  return html`<h2 class="section">Usage of each run</h2>
<div class="table-scroll" tabindex="0" role="region" aria-label="Usage of each run"><table><thead><tr><th scope="col">Run</th><th scope="col">Duration</th><th scope="col" class="number">Steps</th>${heads()}</tr></thead><tbody>${join(used.map((one) => runRow(view, one)))}${used.length > 1 ? total : NOTHING}</tbody></table></div>
${join(used.toReversed().map((one) => stepTable(view, one)))}`
}

type Counts = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'costUsd'>

const sumOf = (
  all: readonly Usage[],
  name: 'steps' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens',
): number => all.reduce((sum, usage) => sum + usage[name], 0)

function heads(): Html {
  const names = ['Input', 'Cached', 'Output', 'Cost']
  return join(names.map((name) => html`<th scope="col" class="number">${name}</th>`))
}

const counts = (view: View, { inputTokens, cachedInputTokens, outputTokens, costUsd }: Counts): Html =>
  html`<td class="number">${number(view, inputTokens)}</td><td class="number">${number(view, cachedInputTokens)}</td><td class="number">${number(view, outputTokens)}</td><td class="number">${costUsd === null ? 'Price unknown' : money(view, costUsd)}</td>`

function runRow(view: View, { run }: RunHistory): Html {
  const { usage, claimedAt, endedAt } = run
  if (usage === null) return NOTHING
  const took = claimedAt === null ? '' : duration(view, (endedAt ?? view.now) - claimedAt)
  return html`<tr><th scope="row">${number(view, run.number)}</th><td>${took}</td><td class="number">${number(view, usage.steps)}</td>${counts(view, usage)}</tr>`
}

const SHOWN = 200

function stepTable(view: View, { run, result }: RunHistory): Html {
  const steps = result?.perStep ?? []
  if (steps.length === 0) return NOTHING
  const title = `Steps of run ${number(view, run.number)}`
  return html`<details class="more"><summary>${title}</summary><div class="table-scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">Step</th>${heads()}</tr></thead><tbody>${join(steps.slice(0, SHOWN).map((step) => stepRow(view, step)))}</tbody></table></div></details>`
}

function stepRow(view: View, step: AnswerUsage): Html {
  const notes = [...(step.brokenOff ? ['incomplete response'] : []), ...(step.estimated ? ['estimated'] : [])]
  const note = notes.length === 0 ? NOTHING : html` <span class="muted small">${notes.join(', ')}</span>`
  return html`<tr><th scope="row">${number(view, step.step)}${note}</th>${counts(view, step)}</tr>`
}

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
