import { onTestFinished } from 'vitest'
import { createKey, type KeyWork, type NewKey } from '../../../src/app/keys/create-key.ts'
import type { KeyRecord } from '../../../src/app/keys/key-record.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { testRandom } from '../../support/random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const WANTED: NewKey = {
  accountId: 7,
  name: 'ci',
  scopes: ['read'],
  projectIds: null,
  allowedIps: [],
  expiresInDays: 7,
  createdBy: 'test',
}

/** The use cases' dependencies on a real database, at noon of a day with a clock that a test can turn. */
export async function keysWorld(databaseUrl = 'sqlite::memory:') {
  const clock = { at: Date.UTC(2030, 0, 1, 12) }
  const store = await openStore(databaseUrl, { now: () => clock.at })
  onTestFinished(() => store.close())
  let ids = 0
  const deps = {
    store,
    now: () => clock.at,
    newKeyId: () => `key_${++ids}`,
    secretInt: testRandom().integer,
    keyPepper: null,
    auditMs: 365 * DAY,
  }
  return { ...deps, clock }
}

/** A key that must be made. */
export async function made(
  deps: KeyWork,
  changes: Partial<NewKey> = {},
): Promise<{ key: string; record: KeyRecord }> {
  const created = await createKey(deps, { ...WANTED, ...changes }, A_TEST)
  if (created.kind !== 'added') throw new Error(`no key was made: ${created.kind}`)
  return created
}
