import type { EndedRun } from '../../../usage/list-ended-runs.ts'
import type { UsageRow } from '../../../usage/summarize-usage.ts'
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
]

const seconds = (ms: number | null): number | string => (ms === null ? '' : Math.round(ms / 1000))

/**
 * A text that a spreadsheet would take for a formula begins with an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const inert = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
