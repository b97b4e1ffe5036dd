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
  return [COLUMNS, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('')
}

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
