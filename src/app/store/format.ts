import { z } from 'zod'
import { type Store, StoreUnavailable } from './store.ts'

/** What the store records about itself. */
export const storeKeys = {
  format: () => 'meta/format',
  /** The GitHub that the store belongs to. */
  github: () => 'meta/github',
  /** Set when the store was moved: nothing may change it any more. */
  movedTo: () => 'meta/moved-to',
  /** Set while a move to this store is not complete. */
  movingFrom: () => 'meta/moving-from',
}

/**
 * Version of what the store holds. Raise it for a change that servers of the version before would misread or undo, with
 * an upgrade in `jobs/upgrades.ts`. Optional fields, new keys and new kinds of due entries need no raise.
 */
export const FORMAT = 2

/** The format of a store without a recorded format. */
const FIRST_FORMAT = 1

const FormatRecord = z.looseObject({ format: z.int() })

/** `raw`: the stored value, for the check of a commit that depends on it. */
export async function readFormat(
  store: Store,
): Promise<{ readonly raw: string | null; readonly format: number }> {
  const raw = (await store.get(storeKeys.format())) ?? null
  return { raw, format: raw === null ? FIRST_FORMAT : FormatRecord.parse(JSON.parse(raw)).format }
}

export const writeFormat = (format: number) => ({
  key: storeKeys.format(),
  value: JSON.stringify({ format }),
})

export function requireKnownFormat(format: number, known: number): void {
  if (format <= known) return
  throw new StoreUnavailable(
    `the database was written by a newer Prentice (format ${format}, this version knows up to ${known}): ` +
      'run that version, or restore a backup that was made before the upgrade',
  )
}
