import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { changeKey } from './change-key.ts'
import type { KeyRecord } from './key-record.ts'

const EVERY_MS = 60_000

export interface RecordKeyUseDeps {
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
}

/**
 * Records when a key was last used, at most once a minute. The request that used the key neither waits for it nor fails
 * with it.
 */
export function createRecordKeyUse({ store, now, log }: RecordKeyUseDeps): (key: KeyRecord) => void {
  /**
   * Time of the last attempt for each key. Without it, simultaneous requests, or a store that cannot be written, would
   * cause a write for every request.
   */
  const tried = new Map<string, number>()
  return (key) => {
    const at = now()
    if (at - (tried.get(key.id) ?? 0) < EVERY_MS) return
    tried.set(key.id, at)
    if (isNoted(key, at)) return
    changeKey(store, key, (record) =>
      isNoted(record, at) ? null : { ...record, lastUsedAt: new Date(at).toISOString() },
    ).catch((err) => log.warn({ err, keyId: key.id }, 'the last use of an API key could not be recorded'))
  }
}

/** Whether this process or another one has recorded it. */
const isNoted = ({ lastUsedAt }: KeyRecord, at: number): boolean =>
  lastUsedAt !== null && at - Date.parse(lastUsedAt) < EVERY_MS
