import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import { copyButton } from '../frame/copy-button.ts'
import { dateTime, duration, money, number, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { linkTo, type View } from '../frame/view.ts'
import { describeOrigin } from './describe-origin.ts'
import { pullRequestBadge } from './draw-pull-request.ts'
import type { JobPage } from './read-job-page.ts'

/** The facts of a job beside its timeline. */
export function drawDetails(view: View, page: JobPage): Html {
  const { job, project, checkRunUrl } = page
  const { run } = job
  const rows: readonly (readonly [string, Html | null])[] = [
    ['Pull request', drawPull(page)],
    ['Branch', drawBranch(page)],
    ['Files', drawFiles(view, page)],
    ['Checks', drawChecks(view, page)],
    ['Cost of this run', drawCost(view, page)],
    ['Tokens', drawTokens(view, page)],
    [
      'Duration',
      run.claimedAt === null ? null : html`${duration(view, (run.endedAt ?? view.now) - run.claimedAt)}`,
    ],
    ['Asked by', drawOrigin(page)],
    [
      'Created',
      html`${when(view, job.createdAt)}<br><span class="muted small">${dateTime(view, job.createdAt)}</span>`,
    ],
    [
      'Repository',
      html`<a href="${linkTo(view, `/jobs?project=${project.id}`)}">${project.owner}/${project.name}</a>`,
    ],
    ['Model', html`<code>${withoutHiddenCharacters(job.model)}</code>`],
    [
      'Working directory',
      job.workingDirectory === undefined
        ? null
        : html`<code>${withoutHiddenCharacters(job.workingDirectory)}</code>`,
    ],
    [
      'Batch',
      job.batch === undefined
        ? null
        : html`<a href="${linkTo(view, `/batches/${job.batch.id}`)}"><code>${job.batch.id}</code></a>`,
    ],
    ['Metadata', drawMetadata(view, page)],
    [
      'Workflow run',
      run.workflowRunUrl === null ? null : html`<a href="${run.workflowRunUrl}">Open on GitHub</a>`,
    ],
    ['Check run', checkRunUrl === null ? null : html`<a href="${checkRunUrl}">Open on GitHub</a>`],
    ['Job ID', html`<code>${job.id}</code> ${copyButton(job.id, 'Job ID')}`],
  ]
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<aside class="details" id="details" data-swap aria-label="Details"><dl>${join(shown)}</dl></aside>`
}

/** Each pair leads to the jobs that have it, too. */
function drawMetadata(view: View, { job }: JobPage): Html | null {
  const pairs = Object.entries(job.metadata ?? {})
  if (pairs.length === 0) return null
  const links = pairs.map(([name, value]) => {
    const href = linkTo(view, `/jobs?${new URLSearchParams({ metadata: `${name}=${value}` })}`)
    return html`<li><a href="${href}">${name}=${withoutHiddenCharacters(value)}</a></li>`
  })
  return html`<ul class="pairs">${join(links)}</ul>`
}

function drawPull({ job }: JobPage): Html {
  const { pullRequest } = job
  if (pullRequest === null) return html`<span class="muted">${isEnded(job.run) ? 'None' : 'None yet'}</span>`
  return pullRequestBadge(pullRequest)
}

function drawBranch({ job, project }: JobPage): Html {
  const base = job.run.base ?? job.base ?? project.config?.base ?? project.defaultBranch
  const name = html`<code>${withoutHiddenCharacters(job.branch)}</code>`
  const url = `${job.repository}/tree/${job.branch.split('/').map(encodeURIComponent).join('/')}`
  const into =
    base === null ? NOTHING : html` <span class="muted">into ${withoutHiddenCharacters(base)}</span>`
  return html`${job.branchExists ? html`<a href="${url}">${name}</a>` : name}${into}`
}

function drawFiles(view: View, { history }: JobPage): Html | null {
  const total = history.at(-1)?.result?.changedFiles?.total
  return total === undefined ? null : html`${number(view, total)} changed`
}

function drawChecks(view: View, { history }: JobPage): Html | null {
  const checks = history.at(-1)?.result?.checks
  if (checks === undefined) return null
  if (checks.notRun !== null) return html`${icon('skip')} Did not run`
  const failed = checks.results.filter(({ passed }) => !passed).length
  const all = number(view, checks.results.length)
  return failed === 0
    ? html`<span class="state-success">${icon('check')}</span> ${all} passed`
    : html`<span class="state-danger">${icon('x')}</span> ${number(view, failed)} of ${all} failed`
}

function drawCost(view: View, { job, progress, costLimitUsd }: JobPage): Html | null {
  const { run } = job
  // A run that was stopped has reported neither tokens nor cost.
  if (run.claimedAt === null || (isEnded(run) && run.usage === null)) return null
  const usd = isEnded(run) ? (run.usage?.costUsd ?? null) : progress.costUsd
  if (usd === null) return html`Price unknown`
  const text = `${money(view, usd)} of at most ${money(view, costLimitUsd)}`
  return html`<span>${text}</span><meter min="0" max="${costLimitUsd}" value="${Math.min(usd, costLimitUsd)}" aria-label="Cost of this run">${text}</meter>`
}

function drawTokens(view: View, { job, history }: JobPage): Html | null {
  const { usage } = job.run
  const used = history.flatMap(({ run }) => run.usage ?? [])
  if (usage === null && used.length === 0) return null
  const own = usage === null ? NOTHING : html`${number(view, usage.inputTokens + usage.outputTokens)}`
  if (history.length < 2) return own
  const tokens = used.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
  const costs = used.map(({ costUsd }) => costUsd)
  const cost = costs.includes(null)
    ? 'Price unknown'
    : money(
        view,
        costs.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      )
  return html`${own} <span class="muted">all runs: ${number(view, tokens)}, ${cost}</span>`
}

function drawOrigin({ job }: JobPage): Html {
  const { icon: name, who, how, link } = describeOrigin(job.origin, job.repository)
  return html`${icon(name)} ${withoutHiddenCharacters(who)} <span class="muted">${how}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</span>`
}
