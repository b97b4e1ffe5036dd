import { keyState } from './find-key.ts'
import type { KeyRecord } from './key-record.ts'

const HEAD = ['id', 'name', 'key', 'scopes', 'covers', 'from', 'state']

/** One key in a line for a person. */
export const keyLine = (record: KeyRecord, at: number): string => cells(record, at).join('  ')

/** Keys in aligned columns. */
export function keyTable(records: readonly KeyRecord[], at: number): string {
  const rows = [HEAD, ...records.map((record) => cells(record, at))]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(record: KeyRecord, at: number): string[] {
  return [
    record.id,
    record.name,
    `${record.start}…${record.last4}`,
    record.scopes.join(','),
    record.projectIds?.join(',') ?? 'all projects',
    record.allowedIps.join(',') || 'anywhere',
    stateText(record, at),
  ]
}

function stateText(record: KeyRecord, at: number): string {
  const state = keyState(record, at)
  switch (state) {
    case 'revoked':
      return `revoked ${day(record.revokedAt)}`
    case 'expired':
      return `expired ${day(record.expiresAt)}`
    case 'valid':
      return record.expiresAt === null ? 'does not expire' : `expires ${day(record.expiresAt)}`
  }
}

const day = (date: string | null): string => date?.slice(0, 10) ?? ''
