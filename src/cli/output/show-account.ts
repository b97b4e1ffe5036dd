import type { ModelList, ProjectLimits, UsageReport } from '../../client/index.ts'
import { table } from './table.ts'
import type { Channel } from './terminal.ts'
import { duration } from './words.ts'

export type UsageRow = UsageReport['total'] & { readonly group: string }

/** One row for each day, project or model; for people, the sum, too. */
export const usageTable = (
  channel: Channel,
  by: string,
  rows: readonly UsageRow[],
  total: UsageReport['total'],
): string =>
  table(
    channel,
    [
      { head: by.toUpperCase() },
      { head: 'JOBS' },
      { head: 'SUCCEEDED' },
      { head: 'FAILED' },
      { head: 'CANCELLED' },
      { head: 'INPUT TOKENS' },
      { head: 'OUTPUT TOKENS' },
      { head: 'COST' },
    ],
    [...rows, ...(channel.isTerminal ? [{ ...total, group: 'total' }] : [])].map((row) => [
      row.group,
      ...[row.jobs, row.succeeded, row.failed, row.cancelled, row.inputTokens, row.outputTokens].map(String),
      row.costUsd.toFixed(2),
    ]),
  )

/** A limit in each row: what is left of how much, and when it is full again. */
export const limitsTable = (channel: Channel, { requests, daily, monthly }: ProjectLimits): string => {
  const reset = (seconds: number): string => (channel.isTerminal ? duration(seconds * 1000) : String(seconds))
  const budget = (name: string, { leftUsd, capUsd, resetSeconds }: ProjectLimits['daily']): string[] => [
    name,
    leftUsd.toFixed(2),
    capUsd.toFixed(2),
    reset(resetSeconds),
  ]
  const hour =
    requests === null
      ? []
      : [['requests', String(requests.remaining), String(requests.limit), reset(requests.resetSeconds)]]
  const columns = [{ head: 'LIMIT' }, { head: 'LEFT' }, { head: 'OF' }, { head: 'RESETS IN' }]
  const months = monthly.map((one) => budget(`month: ${one.name}`, one))
  return table(channel, columns, [...hour, budget('day', daily), ...months])
}

/** Prices are those of a million tokens. */
export const modelTable = (channel: Channel, { models, defaultModel }: ModelList): string =>
  table(
    channel,
    [
      { head: 'MODEL' },
      { head: 'INPUT' },
      { head: 'CACHED' },
      { head: 'OUTPUT' },
      { head: 'CONTEXT' },
      { head: '' },
    ],
    models.map(({ name, price, contextWindow }) => [
      name,
      ...[price?.input, price?.cachedInput, price?.output].map((usd) =>
        usd === undefined ? '' : usd.toFixed(2),
      ),
      String(contextWindow),
      name === defaultModel ? 'default' : '',
    ]),
  )
