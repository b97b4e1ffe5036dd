import { onTestFinished } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'

export const NOW = Date.parse('2026-11-20T12:00:00Z')

/** An empty database in memory, on a clock that the test sets. */
export async function memoryStore(): Promise<{ store: OpenedStore; clock: { at: number } }> {
  const clock = { at: NOW }
  const store = await openStore('sqlite::memory:', { now: () => clock.at })
  onTestFinished(() => store.close())
  return { store, clock }
}
