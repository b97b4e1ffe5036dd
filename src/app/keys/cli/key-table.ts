import type { KeyRecord } from '../key-record.ts'
import { keyStatus } from '../key-record.ts'

const HEAD = ['id', 'name', 'key', 'scopes', 'covers', 'from', 'creator', 'last used', 'status']

/** One key on one line, for people. */
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
    record.createdBy,
    record.lastUsedAt === null ? 'never' : minute(record.lastUsedAt),
    statusText(record, at),
  ]
}

function statusText(record: KeyRecord, at: number): string {
  const status = keyStatus(record, at)
  switch (status) {
    case 'revoked':
      return `revoked ${minute(record.revokedAt)}`
    case 'expired':
      return `expired ${minute(record.expiresAt)}`
    case 'expires soon':
      return `valid, expires soon: ${minute(record.expiresAt)}`
    case 'valid':
      return record.expiresAt === null
        ? 'valid, does not expire'
        : `valid, expires ${minute(record.expiresAt)}`
  }
}

/** `2030-01-01 12:30Z` */
export const minute = (date: string | null): string => date?.replace(/T(\d\d:\d\d).*/, ' $1Z') ?? ''
