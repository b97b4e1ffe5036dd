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
 * Notes when a key was last used, at most once a minute. Nobody waits for it and nobody fails with it: the request
 * that used the key has its answer either way.
 */
export function createRecordKeyUse({ store, now, log }: RecordKeyUseDeps): (key: KeyRecord) => void {
  /** One entry for each key in use. Kept here too, so that requests which come together, or a store that cannot be
   * written, do not make it a write for every request. */
  const tried = new Map<string, number>()
  return (key) => {
    const at = now()
    if (at - (tried.get(key.id) ?? 0) < EVERY_MS) return
    tried.set(key.id, at)
    if (isNoted(key, at)) return
    changeKey(store, key, (record) =>
      isNoted(record, at) ? null : { ...record, lastUsedAt: new Date(at).toISOString() },
    ).catch((err) => log.warn({ err, keyId: key.id }, 'when an API key was last used could not be noted'))
  }
}

/** By this process or by another one. */
const isNoted = ({ lastUsedAt }: KeyRecord, at: number): boolean =>
  lastUsedAt !== null && at - Date.parse(lastUsedAt) < EVERY_MS
