import type { PullOutcome } from '../../../domain/outcome.ts'
import type { JobOutcome } from '../../../usage/summarize-outcomes.ts'
import type { EndedRun, UsageRow } from '../../../usage/summarize-usage.ts'
import { percentile } from '../../../usage/sums.ts'

const COLUMNS = [
  'day',
  'project',
  'repository',
  'jobs',
  'succeeded',
  'failed',
  'cancelled',
  'median_seconds',
  'p95_seconds',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'cost_usd',
  'unpriced_runs',
] as const

/** RFC 4180, a line for each day and project. */
export function usageCsv(rows: readonly UsageRow[], repositories: ReadonlyMap<string, string>): string {
  const lines = rows.map((row) => [
    new Date(row.day).toISOString().slice(0, 10),
    row.project,
    repositories.get(row.project) ?? '',
    row.jobs,
    row.succeeded,
    row.failed,
    row.cancelled,
    seconds(percentile(row, 0.5)),
    seconds(percentile(row, 0.95)),
    row.inputTokens,
    row.cachedInputTokens,
    row.outputTokens,
    row.costUsd.toFixed(6),
    row.unpriced,
  ])
  return csvLines([COLUMNS, ...lines])
}

const csvLines = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('')

const RUN_COLUMNS = [
  'ended_at',
  'project',
  'repository',
  'job',
  'run',
  'requested_by_kind',
  'requested_by',
  'model',
  'state',
  'reason',
  'seconds',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'cost_usd',
  'metadata',
  'answered_by',
] as const

/** A line for each run that has ended, with the metadata of its job as JSON. `named` looks up repositories by project. */
export async function* runsCsv(
  pages: AsyncIterable<readonly EndedRun[]>,
  named: (projects: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AsyncGenerator<string> {
  yield csvLines([RUN_COLUMNS])
  for await (const runs of pages) {
    const repositories = await named([...new Set(runs.map(({ project }) => project))])
    yield csvLines(runs.map((run) => runLine(run, repositories)))
  }
}

const runLine = (run: EndedRun, repositories: ReadonlyMap<string, string>): (string | number)[] => [
  new Date(run.at).toISOString(),
  run.project,
  repositories.get(run.project) ?? '',
  run.job,
  run.run,
  run.by.kind,
  run.by.name,
  run.model,
  run.state,
  run.reason ?? '',
  seconds(run.durationMs),
  run.inputTokens,
  run.cachedInputTokens,
  run.outputTokens,
  run.costUsd === null ? '' : run.costUsd.toFixed(6),
  run.metadata === undefined ? '' : JSON.stringify(run.metadata),
  (run.models ?? [run]).map(({ model }) => model).join(' '),
]

const OUTCOME_COLUMNS = [
  'first_run_ended_at',
  'project',
  'repository',
  'job',
  'requested_by_kind',
  'requested_by',
  'origin',
  'model',
  'job_cost_usd',
  'pull_request',
  'outcome',
  'opened_at',
  'ended_at',
  'seconds',
  'follow_ups',
  'commits_by_people',
  'first_checks',
  'reverted_guess_at',
  'metadata',
] as const

/** A line for each pull request, and for each job that opened none. The cost stands in the first line of a job only. */
export async function* outcomesCsv(
  pages: AsyncIterable<readonly JobOutcome[]>,
  named: (projects: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AsyncGenerator<string> {
  yield csvLines([OUTCOME_COLUMNS])
  for await (const jobs of pages) {
    const repositories = await named([...new Set(jobs.map(({ project }) => project))])
    yield csvLines(jobs.flatMap((job) => outcomeLines(job, repositories.get(job.project) ?? '')))
  }
}

const outcomeLines = (job: JobOutcome, repository: string): (string | number)[][] =>
  (job.pulls.length === 0 ? [null] : job.pulls).map((pull, at) => [
    ...[iso(job.at), job.project, repository, job.job, job.by.kind, job.by.name, job.origin, job.model],
    at > 0 || job.costUsd === null ? '' : job.costUsd.toFixed(6),
    ...(pull === null ? ['', 'none', '', '', '', '', '', '', ''] : pullFields(pull)),
    job.metadata === undefined ? '' : JSON.stringify(job.metadata),
  ])

const pullFields = (pull: PullOutcome): (string | number)[] => [
  pull.number,
  pull.state,
  iso(pull.openedAt),
  iso(pull.endedAt),
  seconds(pull.endedAt === undefined ? null : Math.max(0, pull.endedAt - pull.openedAt)),
  pull.followUps,
  pull.peopleCommits ?? '',
  pull.firstChecks ?? '',
  iso(pull.revertedAt),
]

const iso = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toISOString())

const seconds = (ms: number | null): number | string => (ms === null ? '' : Math.round(ms / 1000))

/** Where a spreadsheet may begin a cell. In many countries it also separates cells at semicolons, whatever is quoted. */
const CELL_START =
  /^(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t])(?=\s{0,9}["']{0,9}[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * A text that a spreadsheet would take for a formula begins with an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const inert = value.replace(CELL_START, "'")
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
