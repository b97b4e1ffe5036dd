import type { DatabaseSync } from 'node:sqlite'

/** Half a gigabyte is read in less than a second, or in a few from a slow disk. */
const CHECKED_AT_START = 512 * 1024 * 1024

/** Reads the whole file and throws if it is damaged. A file larger than `limit` bytes is not checked. */
export function checkIntegrity(database: DatabaseSync, limit = CHECKED_AT_START): void {
  const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  if (Number(pragma('page_count')) * Number(pragma('page_size')) > limit) return
  const found = pragma('quick_check(1)')
  if (found !== 'ok') throw new Damaged(String(found))
}

class Damaged extends Error {
  override name = 'Damaged'
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, in their plain and extended forms: https://sqlite.org/rescode.html */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  const plain = error.errcode & 0xff
  return plain === 11 || plain === 26
}
