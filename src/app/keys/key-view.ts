import type { KeyRecord } from './key-record.ts'
import { type KeyStatus, keyStatus } from './key-status.ts'

/** A key as programs see it: its record with its status at that time, and never the key. */
export type KeyView = Omit<KeyRecord, 'v'> & { readonly status: KeyStatus }

export function keyView(record: KeyRecord, at: number): KeyView {
  const { v: _, ...rest } = record
  return { ...rest, status: keyStatus(record, at) }
}
